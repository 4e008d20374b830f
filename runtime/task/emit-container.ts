import type { TreeFile } from '#runtime/sandbox/sandbox.ts';
import type { TaskContent } from './content.ts';
import { textFile, withCanary, yamlText } from './text.ts';

/** Host path of each of the two log binds that upstream's compose files may have, and where it is mounted. */
export const LOG_BINDS = [
  '${LOOPSBENCH_TASK_LOGS_PATH}:${LOOPSBENCH_CONTAINER_LOGS_PATH}',
  '${LOOPSBENCH_TASK_AGENT_LOGS_PATH}:${LOOPSBENCH_CONTAINER_AGENT_LOGS_PATH}',
] as const;

/** docker-compose.yaml, for upstream's runner: ours makes its containers itself. */
export function emitCompose(task: TaskContent): TreeFile {
  const value = {
    services: {
      client: {
        build: { context: '.', dockerfile: 'Dockerfile' },
        image: '${LOOPSBENCH_TASK_DOCKER_CLIENT_IMAGE_NAME}',
        container_name: '${LOOPSBENCH_TASK_DOCKER_CLIENT_CONTAINER_NAME}',
        command: ['sh', '-c', 'sleep infinity'],
        environment: ['TEST_DIR=${LOOPSBENCH_TEST_DIR}'],
        volumes: [...LOG_BINDS, 'loopsbench_shared:/var/lib/loopsbench/.mirror'],
      },
    },
    volumes: { loopsbench_shared: {} },
  };
  return textFile('docker-compose.yaml', yamlText(value, task.canary));
}

export function emitDockerfile(task: TaskContent): TreeFile {
  return textFile('Dockerfile', withCanary(task.dockerfile, task.canary));
}
