import type { Plugin } from 'vite'
import * as followEvents from '../domain/push/follow-events.ts'
import * as preferences from '../domain/push/preferences.ts'

/**
 * Leaves the kinds of notices out of the scripts of public pages, which would download all forms with them: values made
 * of kinds become constants, and other files of the kinds are left out unless something of them is called.
 */
export const withoutKinds: Plugin = {
  name: 'without-kinds',
  load: (id) => {
    if (id.endsWith('/domain/push/preferences.ts')) return constants(preferences)
    return id.endsWith('/domain/push/follow-events.ts') ? constants(followEvents) : null
  },
  transform: (_code, id) => (id.includes('/domain/content/') ? { moduleSideEffects: false } : null),
}

function constants(values: Record<string, unknown>): string {
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
    .join('\n')
}
