import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmOutput } from './install.mjs'
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
 * Writes build/sbom.json, the list of the server's dependencies in CycloneDX format, and build/licences.txt with the texts
 * of their licences.
 * @returns {Promise<string[]>} a sentence for each licence that is not accepted
 */
export async function writeThirdParty() {
  const sbom = await npmOutput(['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--omit', 'dev'])
  const whole = JSON.parse(sbom)
  const folders = packageFolders()
  // The lockfile also has packages of other platforms, which are not installed.
  const components = whole.components.filter(({ name, version }) => folders.has(`${name}@${version}`))
  writeFileSync(join(root, 'build', 'sbom.json'), JSON.stringify({ ...whole, components }, null, 2))
  const texts = components.map((component) => licenceText(component, folders))
  writeFileSync(join(root, 'build', 'licences.txt'), texts.join('\n\n'))
  return licenceMistakes(components)
}

/** @returns {string[]} a sentence for each component whose licence is not accepted */
export function licenceMistakes(components) {
  return components
    .filter((component) => !licencesOf(component).some(isAccepted))
    .map((component) => {
      const licences = licencesOf(component).join(', ') || 'none'
      return `${component.name} ${component.version} has a licence that is not accepted: ${licences}.`
    })
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

/** @returns {string[]} the licences among which one may choose, each an SPDX expression without OR */
function licencesOf({ licenses = [] }) {
  return licenses.flatMap(({ expression, license }) =>
    (expression ?? license.id ?? license.name).replaceAll(/[()]/g, '').split(' OR '),
  )
}

function isAccepted(licence) {
  return licence.split(' AND ').every((part) => LICENCES.has(part))
}

/** @returns {Map<string, string>} the folder of each installed package by its name and version */
function packageFolders() {
  const { packages } = JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8'))
  return new Map(
    Object.entries(packages).map(([path, { version }]) => [`${path.split('node_modules/').at(-1)}@${version}`, path]),
  )
}

function isLicence(file) {
  return file.isFile() && /^(licen[cs]e|copying|notice)/i.test(file.name)
}

function licenceText(component, folders) {
  const { name, version } = component
  const folder = join(root, folders.get(`${name}@${version}`))
  const files = readdirSync(folder, { withFileTypes: true }).filter(isLicence)
  const texts = files.map((file) => readFileSync(join(folder, file.name), 'utf8').trim())
  return [`${name} ${version} (${licencesOf(component).join(' or ')})`, ...texts].join('\n\n')
}
