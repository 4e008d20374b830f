import { request } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { environmentVariable } from './environment.ts';
import { exists } from './files.ts';

const USER_SOCKET = join('.docker', 'run', 'docker.sock');
const SYSTEM_SOCKET = '/var/run/docker.sock';

/**
 * Whether a daemon answers, asked in plain HTTP at its unix socket, so that no client is loaded to learn it. Null when DOCKER_HOST
 * names no socket: then the client has to ask.
 */
export async function askSocket(timeoutMs: number): Promise<'answers' | { readonly unreachable: string } | null> {
  const named = environmentVariable('DOCKER_HOST');
  if (named !== null && !named.startsWith('unix://')) return null;
  const socketPath = named?.slice('unix://'.length) ?? (await defaultSocket());
  return new Promise((resolve) => {
    const asked = request({ socketPath, path: '/_ping', timeout: timeoutMs }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200 ? 'answers' : { unreachable: `${socketPath} answers ${answer.statusCode}` });
    });
    asked.on('timeout', () => asked.destroy(new Error(`no answer within ${timeoutMs} ms`)));
    asked.on('error', (error) => resolve({ unreachable: error.message }));
    asked.end();
  });
}

/** A user's own daemon goes before the machine's, as the client has it. */
async function defaultSocket(): Promise<string> {
  const own = join(homedir(), USER_SOCKET);
  return (await exists(own)) ? own : SYSTEM_SOCKET;
}
