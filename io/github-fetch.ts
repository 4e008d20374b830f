/**
 * `fetch` with a time limit, and with `x-ratelimit-reset` moved to this machine's clock by the answer's own Date header:
 * who waits for a reset must not depend on an hour of clock skew.
 */
export function boundedFetch(timeoutMs: number): typeof fetch {
  return async (input, init) => {
    const limit = AbortSignal.timeout(timeoutMs);
    const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit;
    return onOurClock(await fetch(input, { ...init, signal }));
  };
}

function onOurClock(answer: Response): Response {
  const reset = Number(answer.headers.get('x-ratelimit-reset') ?? Number.NaN);
  const theirs = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(reset) || Number.isNaN(theirs)) return answer;
  const headers = new Headers(answer.headers);
  headers.set('x-ratelimit-reset', String(Math.ceil(reset + (Date.now() - theirs) / 1000)));
  const bodiless = [101, 204, 205, 304].includes(answer.status);
  return new Response(bodiless ? null : answer.body, { status: answer.status, statusText: answer.statusText, headers });
}
