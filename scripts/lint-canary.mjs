import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pinnedNode } from './pinned-node.mjs'
import { root } from './project-root.mjs'
import { toolEnvironment, toolPath } from './tools.mjs'

/** Files that the linter has to reject, each for the rule beside it: they prove that the boundaries are seen at all. */
const violations = {
  'domain/imports-app.ts': ["import '#app/routes.ts'", 'no-restricted-imports'],
  'domain/reads-clock.ts': ['export const now = Date.now()', 'no-restricted-globals'],
  'domain/climbs-out.ts': ["import '../app/routes.ts'", 'no-restricted-imports'],
  'app/ui/imports-data.ts': ["import '#app/data/session.ts'", 'no-restricted-imports'],
  'app/site/imports-admin.ts': ["import '#app/admin/form.ts'", 'no-restricted-imports'],
  'app/data/imports-server.ts': ["import '#server/config.ts'", 'no-restricted-imports'],
  'backend/imports-app.ts': ["import '#app/routes.ts'", 'no-restricted-imports'],
  'server/Shouts.ts': ['export const loud = true', 'filename-case'],
}

/** And one that it has to accept, so that a linter that rejects everything is noticed too. */
const accepted = ['server/greets.ts', "export const greeting = 'hello'\n"]

/** @returns {string[]} one sentence for every file that the linter judged wrongly */
export function wrongJudgements() {
  const folder = mkdtempSync(join(tmpdir(), 'suchana-canary-'))
  try {
    copyFileSync(join(root, 'oxlint.config.ts'), join(folder, 'oxlint.config.ts'))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const files = [...Object.entries(violations).map(([file, [code]]) => [file, `${code}\n`]), accepted]
    for (const [file, code] of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), code)
    }
    return judge(lint(folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function lint(folder) {
  const folders = [...new Set(Object.keys(violations).map((file) => file.split('/')[0]))]
  const args = [toolPath('oxlint'), '--format=json', ...folders]
  const run = spawnSync(pinnedNode(), args, { cwd: folder, env: toolEnvironment(), encoding: 'utf8' })
  try {
    return JSON.parse(run.stdout).diagnostics
  } catch {
    throw new Error(`the linter gave no report: ${run.stdout}${run.stderr}`)
  }
}

function judge(diagnostics) {
  const missed = Object.entries(violations)
    .filter(
      ([file, [, rule]]) => !diagnostics.some(({ filename, code }) => filename.endsWith(file) && code.includes(rule)),
    )
    .map(([file, [code, rule]]) => `${file} is accepted although it breaks ${rule}: ${code}`)
  const innocent = diagnostics.find(({ filename }) => filename.endsWith(accepted[0]))
  return innocent ? [...missed, `${accepted[0]} is rejected: ${innocent.message}`] : missed
}
