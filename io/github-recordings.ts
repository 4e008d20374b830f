import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { InfraError } from '#schema/errors.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import { readTextIfThere, writeAtomic } from './files.ts';

/** A request without anything that varies by who asks: no headers, no token. */
export interface Request {
  readonly method: string;
  readonly url: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}
const Recorded = z.object({ status: z.number(), etag: z.string().nullable(), data: z.unknown() });
export type Recorded = z.infer<typeof Recorded>;

export interface Recordings {
  read(request: Request): Promise<Recorded | null>;
  write(request: Request, answer: Recorded): Promise<void>;
}

/** Answers by the digest of their request and of `api`, the interface's version and address. One readable file each. */
export function openRecordings(folder: string, api: string): Recordings {
  const fileOf = (request: Request): string => {
    const digest = createHash('sha256').update(stable({ api, request })).digest('hex');
    return join(folder, digest.slice(0, 2), `${digest}.json`);
  };
  return {
    async read(request) {
      const text = await readTextIfThere(fileOf(request));
      if (text === null) return null;
      const parsed = Recorded.safeParse(parsedJson(text, fileOf(request)));
      if (!parsed.success) throw new InfraError(`${fileOf(request)}: not a recorded answer`, { retryable: false });
      return parsed.data;
    },
    async write(request, answer) {
      await writeAtomic(fileOf(request), `${stable({ request, ...answer }, 1)}\n`);
    },
  };
}

function parsedJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InfraError(`${file}: a recorded answer that is no JSON`, { cause, retryable: false });
  }
}

/** JSON with sorted keys: one text for one value. */
function stable(value: unknown, indent = 0): string {
  return JSON.stringify(
    value,
    (_, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => byCodeUnit(a, b)))
        : inner,
    indent,
  );
}
