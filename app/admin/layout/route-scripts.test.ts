import { afterEach, expect, test, vi } from 'vitest'
import { takeOverRoutes } from './route-scripts.ts'

afterEach(() => vi.unstubAllGlobals())

test('a module that the router began to load before is stored when it arrives', () => {
  const modules: Record<string, unknown> = { root: 'loaded' }
  const routes = { root: { id: 'root', module: '/root.js' }, jobs: { id: 'jobs', module: '/jobs.js' } }
  vi.stubGlobal('window', { __reactRouterManifest: { routes }, __reactRouterRouteModules: modules })
  expect(takeOverRoutes().map(({ route }) => route.id)).toEqual(['jobs'])
  modules['jobs'] = 'loaded by the router'
  expect(modules).toEqual({ root: 'loaded', jobs: 'loaded by the router' })
})
