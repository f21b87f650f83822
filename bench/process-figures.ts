import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'

/** @returns resident memory of a process in KB (1,024 bytes). Source: proc(5) */
export function memoryKilobytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
}

/** @returns resident memory of a process in MB (1,048,576 bytes) */
export function memoryOf(pid: number): number {
  return Math.round(memoryKilobytes(pid) / 1_024)
}

/** @returns seconds of processor time of a process and its threads */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond()
}

/** @returns number of open files and sockets of a process */
export function openFilesOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

let ticks = 0

function ticksPerSecond(): number {
  ticks ||= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  return ticks
}
