import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { parseSync } from 'vite'

const root = join(import.meta.dirname, '..')
const isAboutNotices = (file: string) => /^domain\/(content\/|admin\/|badge\.ts$)/.test(file)

test('no file about notices is imported by backend/, also not through the imports of its imports', () => {
  const files = globSync('backend/**/*.ts', { cwd: root, exclude: (name) => name.endsWith('.test.ts') })
  const importers = new Map<string, string | null>(files.map((file) => [file, null]))
  // The loop also visits what is added meanwhile.
  for (const file of importers.keys())
    for (const imported of importsOf(file)) if (!importers.has(imported)) importers.set(imported, file)

  const chains = [...importers]
    .filter(([file, importer]) => isAboutNotices(file) && importer && !isAboutNotices(importer))
    .map(([file]) => chainTo(file, importers).join(' -> '))
  expect(chains).toEqual([])
  expect(importers.get('domain/push/payload.ts')).toMatch(/^backend\/push\//)
})

/** @returns the files of this repository that a file imports when it runs: not those of which it has only types */
function importsOf(file: string): string[] {
  const code = readFileSync(join(root, file), 'utf8')
  const { program, module } = parseSync(file, code)
  const fixed = program.body.flatMap((node) => {
    if (node.type === 'ImportDeclaration') return node.importKind === 'type' ? [] : [node.source.value]
    if (node.type !== 'ExportAllDeclaration' && node.type !== 'ExportNamedDeclaration') return []
    return node.source && node.exportKind !== 'type' ? [node.source.value] : []
  })
  const later = module.dynamicImports.map(({ moduleRequest }) =>
    code.slice(moduleRequest.start + 1, moduleRequest.end - 1),
  )
  return [...fixed, ...later]
    .filter((address) => /^[#.]/.test(address))
    .map((address) => (address.startsWith('#') ? address.slice(1) : join(dirname(file), address)))
}

function chainTo(file: string, importers: Map<string, string | null>): string[] {
  const importer = importers.get(file)
  return importer ? [...chainTo(importer, importers), file] : [file]
}
