import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, temporaryFolder } from '#bench/running-server.ts'
import { childrenOf } from './load.ts'

/** A server that sends one file. */
export interface OtherServer {
  url: string
  pids: number[]
  stop: () => Promise<void>
}

/** A process that the caller stops, once it answers. */
async function started(program: string, args: string[], url: string): Promise<OtherServer> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  while (!(await fetch(url).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`${program} stopped with code ${child.exitCode}`)
    await pause(20)
  }
  const pid = child.pid ?? 0
  const stop = async () => {
    child.kill()
    await ended
  }
  return { url, pids: [pid, ...childrenOf(pid)], stop }
}

/**
 * The smallest node:http server there is, in a process of its own.
 * @param answer what it sends each time; headers are names and values in turn
 */
export async function startBareServer(answer: { headers: string[]; body: Buffer }): Promise<OtherServer> {
  const folder = temporaryFolder()
  const [file, headersFile] = [join(folder.path, 'page'), join(folder.path, 'headers')]
  writeFileSync(file, answer.body)
  writeFileSync(headersFile, JSON.stringify(answer.headers))
  const port = await freePort()
  const server = await started(
    process.execPath,
    ['bench/bare-server.ts', String(port), file, headersFile],
    `http://127.0.0.1:${port}/`,
  )
  folder.remove()
  return server
}

const nginx = '/usr/sbin/nginx'

/**
 * nginx of the operating system, with one worker, as we have one thread; the page is a file that is compressed already.
 * @returns null where it is not installed
 */
export async function startNginx(plain: Buffer, gzipped: Buffer): Promise<OtherServer | null> {
  if (!existsSync(nginx)) return null
  const folder = temporaryFolder()
  const place = (name: string) => join(folder.path, name)
  mkdirSync(place('page'), { recursive: true })
  writeFileSync(join(place('page'), 'page.html'), plain)
  writeFileSync(join(place('page'), 'page.html.gz'), gzipped)
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${place(kind)};`,
  )
  writeFileSync(
    place('nginx.conf'),
    `daemon off; worker_processes 1; pid ${place('pid')}; error_log stderr crit;
     ${process.getuid?.() === 0 ? 'user root;' : ''}
     events { worker_connections 2048; }
     http {
       access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; ${temporary.join(' ')}
       gzip_static on; gzip_vary on; open_file_cache max=100 inactive=60s;
       server { listen 127.0.0.1:${port}; root ${place('page')}; types { text/html html; } }
     }`,
  )
  const server = await started(
    nginx,
    ['-p', folder.path, '-c', place('nginx.conf')],
    `http://127.0.0.1:${port}/page.html`,
  )
  const stop = async () => {
    await server.stop()
    folder.remove()
  }
  return { ...server, stop }
}
