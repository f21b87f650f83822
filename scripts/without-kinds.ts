import type { Plugin } from 'vite'
import * as preferences from '../domain/push/preferences.ts'

/**
 * Keeps the kinds of notices out of the scripts of public pages, which would download all forms with them: values made
 * of kinds become constants, and other files of the kinds are left out unless something of them is called.
 */
export const withoutKinds: Plugin = {
  name: 'without-kinds',
  load: (id) => (id.endsWith('/domain/push/preferences.ts') ? constants(preferences) : null),
  transform: (_code, id) => (id.includes('/domain/content/') ? { moduleSideEffects: false } : null),
}

function constants(values: Record<string, unknown>): string {
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
    .join('\n')
}
