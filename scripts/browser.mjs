import { existsSync } from 'node:fs'
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

let browser

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
    const installed = installedBrowser()
    if (installed) return installed
  }
  printProgress("Downloading Playwright's Chromium")
  return (await runTool(toolPath('playwright'), ['install', '--only-shell', 'chromium'])) === 0 ? '' : undefined
}

function installedBrowser() {
  return [process.env.CHROME_PATH, ...knownPaths].find((path) => path && existsSync(path))
}
