import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmOutput } from './install.mjs'
import { printProgress } from './progress.mjs'
import { root } from './project-root.mjs'

/**
 * Licences under which a dependency of the server may be used without conditions for the operator: permissive ones, and
 * weak copyleft for unchanged libraries.
 */
const LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Unlicense',
])

/** Platforms on which the product runs. Packages for others are never installed. */
const SYSTEM = 'linux'
const PROCESSORS = ['x64', 'arm64']

/**
 * Writes build/licences.txt with the licences of the server's dependencies and their texts, and build/sbom.json, the list of
 * these dependencies in CycloneDX format, if this npm can write it.
 * @returns {Promise<string[]>} a sentence for each licence that is not accepted
 */
export async function writeThirdParty() {
  const packages = packagesOf(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8'))
  writeFileSync(join(root, 'build', 'licences.txt'), packages.map(licenceText).join('\n\n'))
  const sbom = await npmOutput(['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--omit', 'dev'])
  if (sbom === null) printProgress('build/sbom.json was not written: "npm sbom" needs npm 10.2 or newer')
  else writeFileSync(join(root, 'build', 'sbom.json'), onlyInstalled(JSON.parse(sbom), packages))
  return licenceMistakes(packages)
}

/** @returns {string[]} a sentence for each package whose licence is not accepted */
export function licenceMistakes(packages) {
  return packages
    .filter(({ licence }) => !optionsOf(licence).some(isAccepted))
    .map(({ name, version, licence }) => `${name} ${version} has a licence that is not accepted: ${licence}.`)
}

/**
 * @param {string} text of package-lock.json
 * @returns {string[]} a sentence for each package that npm ci would install without checking its content
 */
export function lockfileMistakes(text) {
  return Object.entries(JSON.parse(text).packages)
    .filter(([path, { link, os = [SYSTEM], cpu = PROCESSORS, libc = ['glibc'] }]) => {
      const isUsed = os.includes(SYSTEM) && PROCESSORS.some((name) => cpu.includes(name)) && libc.includes('glibc')
      return path !== '' && !link && isUsed
    })
    .flatMap(([path, { integrity = '', resolved = 'https:' }]) => [
      ...(integrity.startsWith('sha512-') ? [] : [`${path} has no checksum in package-lock.json.`]),
      ...(resolved.startsWith('https:') ? [] : [`${path} does not come from a package registry: ${resolved}.`]),
    ])
}

/**
 * @param {string} text of the lockfile of the installed packages
 * @returns {{ name: string, version: string, licence: string, path: string }[]} those that are no development tools
 */
export function packagesOf(text) {
  return Object.entries(JSON.parse(text).packages)
    .filter(([, { dev }]) => !dev)
    .map(([path, { version, license }]) => {
      return { name: path.split('node_modules/').at(-1), version, licence: license ?? 'none', path }
    })
}

/** @returns {string[]} the licences among which one may choose, each an SPDX expression without OR */
function optionsOf(licence) {
  return licence.replaceAll(/[()]/g, '').split(' OR ')
}

function isAccepted(licence) {
  return licence.split(' AND ').every((part) => LICENCES.has(part))
}

/** The lockfile also has packages of other platforms, which are not installed. */
function onlyInstalled(sbom, packages) {
  const installed = new Set(packages.map(({ name, version }) => `${name}@${version}`))
  const components = sbom.components.filter(({ name, version }) => installed.has(`${name}@${version}`))
  return JSON.stringify({ ...sbom, components }, null, 2)
}

function licenceText({ name, version, licence, path }) {
  const folder = join(root, path)
  const files = readdirSync(folder, { withFileTypes: true }).filter(isLicenceFile)
  const texts = files.map((file) => readFileSync(join(folder, file.name), 'utf8').trim())
  return [`${name} ${version} (${licence})`, ...texts].join('\n\n')
}

function isLicenceFile(file) {
  return file.isFile() && /^(licen[cs]e|copying|notice)/i.test(file.name)
}
