import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#test/free-port.ts'
import { temporaryFolder } from '#bench/running-server.ts'
import { childrenOf } from './load.ts'

/** A server that sends one file. */
export interface OtherServer {
  url: string
  pids: number[]
  stop: () => Promise<void>
}

/** Starts a process and waits until it responds; the caller stops it. */
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
 * A minimal node:http server in its own process.
 * @param page what it sends for every request; headers alternate between names and values
 */
export async function startBareServer(page: { headers: string[]; body: Buffer }): Promise<OtherServer> {
  const folder = temporaryFolder()
  const [file, headersFile] = [join(folder.path, 'page'), join(folder.path, 'headers')]
  writeFileSync(file, page.body)
  writeFileSync(headersFile, JSON.stringify(page.headers))
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
 * nginx of the operating system, with one worker, because our server has one thread; the page is a precompressed file.
 * @returns null when nginx is not installed
 */
export async function startNginx(plain: Buffer, gzipped: Buffer): Promise<OtherServer | null> {
  if (!existsSync(nginx)) return null
  const folder = temporaryFolder()
  const pathOf = (name: string) => join(folder.path, name)
  mkdirSync(pathOf('page'), { recursive: true })
  writeFileSync(join(pathOf('page'), 'page.html'), plain)
  writeFileSync(join(pathOf('page'), 'page.html.gz'), gzipped)
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${pathOf(kind)};`,
  )
  writeFileSync(
    pathOf('nginx.conf'),
    `daemon off; worker_processes 1; pid ${pathOf('pid')}; error_log stderr crit;
     ${process.getuid?.() === 0 ? 'user root;' : ''}
     events { worker_connections 2048; }
     http {
       access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; ${temporary.join(' ')}
       gzip_static on; gzip_vary on; open_file_cache max=100 inactive=60s;
       server { listen 127.0.0.1:${port}; root ${pathOf('page')}; types { text/html html; } }
     }`,
  )
  const server = await started(
    nginx,
    ['-p', folder.path, '-c', pathOf('nginx.conf')],
    `http://127.0.0.1:${port}/page.html`,
  )
  const stop = async () => {
    await server.stop()
    folder.remove()
  }
  return { ...server, stop }
}
