import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { canInstallPackages, installPackage } from './apt-get.mjs'
import { printProgress } from './progress.mjs'
import { runTool, toolPath } from './tools.mjs'

const knownPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const headlessShell = '/usr/bin/chromium-headless-shell'

let browser

/**
 * @returns {string | undefined} Chromium without windows and notifications, if it is installed: tests need a quarter less
 * processor time in it
 */
export function findHeadlessShell() {
  return existsSync(headlessShell) ? headlessShell : undefined
}

/**
 * Finds a browser for the tests, and installs one if necessary.
 * @returns {Promise<string | undefined>} its path; empty when Playwright finds its own; undefined when there is none
 */
export function findBrowser() {
  return (browser ??= findOrInstall())
}

async function findOrInstall() {
  const found = installedBrowser()
  if (found) return found
  if (canInstallPackages()) {
    printProgress('Installing Chromium with apt-get')
    await installPackage('chromium')
    await installPackage(basename(headlessShell))
    const installed = installedBrowser()
    if (installed) return installed
  }
  printProgress("Downloading Playwright's Chromium")
  return (await runTool(toolPath('playwright'), ['install', 'chromium'])) === 0 ? '' : undefined
}

function installedBrowser() {
  return [process.env.CHROME_PATH, ...knownPaths].find((path) => path && existsSync(path))
}
