import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { InfraError } from '#schema/errors.ts';
import { systemClock } from './clock.ts';
import { toolDirectories } from './environment.ts';

const PID_FILE = '/run/loopsmith-dockerd.pid';
const LOG_FILE = '/var/log/loopsmith-dockerd.log';
const SOCKET = '/var/run/docker.sock';
const WAIT_MS = 60_000;

/** The daemon that we started and that still lives, or null. */
function ownDaemon(): number | null {
  if (!existsSync(PID_FILE)) return null;
  const pid = Number(readFileSync(PID_FILE, 'utf8').trim());
  const comm = `/proc/${pid}/comm`;
  return Number.isSafeInteger(pid) && existsSync(comm) && readFileSync(comm, 'utf8').trim() === 'dockerd' ? pid : null;
}

/** Starts dockerd detached, with our pid file, and waits for its socket. */
export async function startDaemon(): Promise<{ readonly pid: number; readonly log: string }> {
  if (ownDaemon() === null) rmSync(PID_FILE, { force: true });
  const log = openSync(LOG_FILE, 'a');
  const child = spawn('dockerd', ['--pidfile', PID_FILE], {
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: toolDirectories().join(':') },
  });
  closeSync(log);
  const ended = new Promise<never>((_resolve, reject) => {
    child.once('error', (cause) => reject(new InfraError(`dockerd could not be started: ${cause.message}`, { cause })));
    child.once('exit', (code) => reject(new InfraError(`dockerd ended with ${code}; see ${LOG_FILE}`)));
  });
  child.unref();
  for (const deadline = systemClock.monotonic() + WAIT_MS; systemClock.monotonic() < deadline; ) {
    await Promise.race([ended, systemClock.sleep(200)]);
    const pid = ownDaemon();
    if (pid !== null && existsSync(SOCKET)) return { pid, log: LOG_FILE };
  }
  throw new InfraError(`dockerd gave no socket within ${WAIT_MS / 1000} s; see ${LOG_FILE}`);
}

/** SIGTERM to our daemon, and waits for its end. Its pid, or null when none of ours runs. */
export async function stopDaemon(): Promise<number | null> {
  const pid = ownDaemon();
  if (pid === null) return null;
  process.kill(pid, 'SIGTERM');
  for (const deadline = systemClock.monotonic() + WAIT_MS; systemClock.monotonic() < deadline; await systemClock.sleep(200)) {
    if (ownDaemon() === null) return pid;
  }
  throw new InfraError(`dockerd (pid ${pid}) did not stop within ${WAIT_MS / 1000} s`);
}
