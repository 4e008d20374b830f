/** `owner/name` of a forge URL, or null for a path or file URL. A renamed or nested group keeps its last two parts. */
export function repositoryName(repository: string): string | null {
  const match = /^(?:https?:\/\/|ssh:\/\/)[^/]+\/(?:.*\/)?([^/]+\/[^/]+?)(?:\.git)?\/?$/.exec(repository);
  return match?.[1] ?? null;
}

/** `owner/name` when the host is GitHub's, whose API then knows it. */
export function githubName(repository: string): string | null {
  return /^https:\/\/github\.com\//.test(repository) ? repositoryName(repository) : null;
}
