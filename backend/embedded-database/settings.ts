import { totalmem } from 'node:os'

const MB = 1024 * 1024

/** Memory of the machine or of the container, in MB. */
const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity) / MB

const between = (least: number, value: number, most: number) => Math.round(Math.min(Math.max(value, least), most))

/** PostgreSQL's settings, passed at each start rather than written into the cluster, so that they match the code. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  cluster_name: 'suchana',
  timezone: 'UTC',
  log_timezone: 'UTC',

  // The server runs on the same machine. Only what is in use takes memory: a few MB for the usual portal.
  shared_buffers: `${between(128, memory / 16, 2048)}MB`,
  effective_cache_size: `${between(256, memory / 2, 65_536)}MB`,
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '512MB',
  max_connections: '100',
  max_parallel_workers_per_gather: '0',
  huge_pages: 'off',
  io_method: 'sync',
  random_page_cost: '1.1',

  // Compiling a query costs more than it saves here, and a hostile query could occupy the compiler past its timeout.
  jit: 'off',

  // Statement errors are returned to the server, which logs them itself; here they would only fill the disk.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

/**
 * The command line of one start.
 * @param port TCP port on 127.0.0.1
 */
export function postgresArguments(cluster: string, port: number): string[] {
  const options = Object.entries({ ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', cluster, ...options]
}
