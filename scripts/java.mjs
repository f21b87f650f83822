import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { canInstallPackages, installPackage } from './apt-get.mjs'
import { exitOf } from './children.mjs'
import { printProgress } from './progress.mjs'
import { root } from './project-root.mjs'
import { startTool } from './tools.mjs'

/** Into which the package of the Nu checker downloads a Java runtime. */
const downloads = join(root, 'node_modules', '.cache', 'vnu-jar', 'java')

/** Milliseconds for the download, which has no end of its own behind a firewall. */
const timeout = 90_000

let java

/**
 * Finds a Java for the Nu checker, and installs one if possible. Source: docs/decisions/040
 * @returns {Promise<string | undefined>} its command; undefined when there is none
 */
export function findJava() {
  return (java ??= findOrInstall())
}

async function findOrInstall() {
  const found = installedJava()
  if (found) return found
  if (canInstallPackages()) {
    printProgress('Installing Java with apt-get')
    await installPackage('default-jre-headless')
    const installed = installedJava()
    if (installed) return installed
  }
  printProgress('Downloading a Java runtime')
  const download = startTool(join(root, 'node_modules', 'vnu-jar', 'vnu-java-downloader.js'), [])
  const timer = setTimeout(() => download.kill('SIGKILL'), timeout)
  await exitOf(download)
  clearTimeout(timer)
  return installedJava()
}

function installedJava() {
  const folders = existsSync(downloads) ? readdirSync(downloads) : []
  const downloaded = folders.map((name) => join(downloads, name, 'bin', 'java'))
  return ['java', ...downloaded].find((command) => spawnSync(command, ['-version']).status === 0)
}
