import { existsSync } from 'node:fs'
import { exitOf, startChild } from './children.mjs'

/** Whether this user may install packages of the operating system. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** Installs a package of Debian or Ubuntu. Whether that worked shows in what it contains. */
export async function installPackage(name) {
  await aptGet('update', '-qq')
  await aptGet('install', '-y', '-qq', '--no-install-recommends', name)
}

function aptGet(...args) {
  return exitOf(startChild('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }))
}
