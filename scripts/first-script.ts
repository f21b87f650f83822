import { resolve } from 'node:path'

/**
 * Of the rules and texts, only these: of the others the first script imports modules, but uses nothing or little that a
 * later script needs.
 */
const SHARED = /\/domain\/(limits|messages|numbers)\.ts$|\/app\//

interface ModuleGraph {
  getModuleInfo: (id: string) => { importers: string[] } | null
}

/**
 * Leaves what the first script of a page imports in its file. By itself the bundler moves what later scripts share with it
 * to files of their own, which the page would request one after the other.
 *
 * @param entry path of the module with which a page begins
 * @returns a group of `codeSplitting`
 */
export function firstScript(entry: string): {
  debugName: string
  name: (id: string, graph: ModuleGraph) => string | null
} {
  const known = new Map([[resolve(entry), true]])
  function isFirst(id: string, graph: ModuleGraph): boolean {
    const answer = known.get(id)
    if (answer !== undefined) return answer
    // Ends the recursion where modules import each other.
    known.set(id, false)
    const isImported = graph.getModuleInfo(id)?.importers.some((importer) => isFirst(importer, graph)) ?? false
    known.set(id, isImported)
    return isImported
  }
  return { debugName: 'first script', name: (id, graph) => (SHARED.test(id) && isFirst(id, graph) ? 'main' : null) }
}
