import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import autocannon from 'autocannon'

const run = promisify(execFile)

const ROUNDS = 3
/** Seconds. */
const WARM_UP = 3

export interface Load {
  url: string
  headers?: Record<string, string>
  connections: number
  seconds: number
  /** Processes of the server, whose processor time is counted. */
  pids: number[]
}

export interface Loaded {
  perSecond: number
  p50: number
  p99: number
  /** Processor time of the server per response, in microseconds. */
  cpu: number
  /** The user part of `cpu`. The rest is kernel time, mostly for sending, and depends on the load generator. */
  userCpu: number
  /** Requests without a response or with an unsuccessful one. */
  failed: number
}

const generator = ['/usr/bin/wrk', '/usr/local/bin/wrk'].find((path) => existsSync(path))

/** Name of the load generator. */
export const generatorName = generator ? 'wrk, 1 thread' : 'autocannon'

/** Requests one address repeatedly. */
export async function load(options: Load): Promise<Loaded> {
  const before = processorTime(options.pids)
  const { responses, ...figures } = generator ? await loadByWrk(generator, options) : await loadByAutocannon(options)
  const after = processorTime(options.pids)
  const each = (name: 'user' | 'system') => (after[name] - before[name]) / Math.max(1, responses)
  const [userCpu, cpu] = [each('user'), each('user') + each('system')].map((time) => Math.round(time * 10) / 10)
  return { ...figures, perSecond: Math.round(responses / options.seconds), cpu: cpu!, userCpu: userCpu! }
}

/**
 * Runs the loads in turns, several times, so that a temporarily slow machine affects all of them. The first seconds, in
 * which code is compiled, are not counted.
 *
 * @returns the median of each
 */
export async function loadAlternately(loads: Load[]): Promise<Loaded[]> {
  const rounds: Loaded[][] = []
  for (const options of loads) await load({ ...options, seconds: WARM_UP })
  for (let round = 0; round < ROUNDS; round += 1) {
    const figures: Loaded[] = []
    for (const options of loads) figures.push(await load(options))
    rounds.push(figures)
  }
  return loads.map((_, index) => {
    const bySpeed = rounds.map((round) => round[index]!).toSorted((one, other) => one.perSecond - other.perSecond)
    return bySpeed[ROUNDS >> 1]!
  })
}

type Counted = Omit<Loaded, 'perSecond' | 'cpu' | 'userCpu'> & { responses: number }

async function loadByWrk(wrk: string, { url, headers = {}, connections, seconds }: Load): Promise<Counted> {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const size = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', '10s', '--latency']
  const { stdout } = await run(wrk, [...size, ...named, url])
  const milliseconds = (share: string) => {
    const [, number = '0', unit = 'ms'] = new RegExp(`${share}%\\s+([\\d.]+)(us|ms|s)`).exec(stdout) ?? []
    return Math.round(Number(number) * ({ us: 1, ms: 1_000, s: 1_000_000 }[unit] ?? 1)) / 1_000
  }
  const responses = Number(/(\d+) requests in/.exec(stdout)?.[1])
  const unsuccessful = Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0)
  const errors = /connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(stdout)?.slice(1) ?? []
  const failed = errors.reduce((sum, count) => sum + Number(count), unsuccessful)
  return { responses, p50: milliseconds('50'), p99: milliseconds('99'), failed }
}

async function loadByAutocannon({ url, headers = {}, connections, seconds }: Load): Promise<Counted> {
  const { requests, latency, non2xx, errors } = await autocannon({ url, headers, connections, duration: seconds })
  return { responses: requests.total, p50: latency.p50, p99: latency.p99, failed: non2xx + errors }
}

/** @returns microseconds. Source: proc(5), /proc/PID/stat; Linux counts in hundredths of a second */
function processorTime(pids: number[]): { user: number; system: number } {
  const sum = { user: 0, system: 0 }
  for (const pid of pids) {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    sum.user += Number(fields[11]) * 10_000
    sum.system += Number(fields[12]) * 10_000
  }
  return sum
}

/** @returns the child processes of a process */
export function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' '))
    .filter((child) => child.trim() !== '')
    .map(Number)
}
