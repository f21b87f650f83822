import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pinnedNode } from './pinned-node.mjs'
import { root } from './project-root.mjs'
import { toolEnvironment, toolPath } from './tools.mjs'

const imports = 'no-restricted-imports'

/** Files that the linter must reject, with the violated rule: they prove that each boundary is enforced. */
const violations = {
  'domain/imports-app.ts': [imports, "import '#app/pages.ts'"],
  'domain/climbs-out.ts': [imports, "import '../app/pages.ts'"],
  'domain/reads-clock.ts': ['no-restricted-globals', 'export const now = Date.now()'],
  'app/ui/imports-data.ts': [imports, "import '#app/data/admin-session.ts'"],
  'app/data/imports-server.ts': [imports, "import '#server/config.ts'"],
  'app/browser/imports-ui.ts': [imports, "import '#app/ui/badge.tsx'"],
  'app/browser/banners/imports-admin.ts': [imports, "import '#app/admin/form/save-record.ts'"],
  'app/service-worker/imports-ui.ts': [imports, "import '#app/ui/badge.tsx'"],
  'app/pages/imports-admin.ts': [imports, "import '#app/admin/form/save-record.ts'"],
  'app/pages/imports-supabase.ts': [imports, "import '@supabase/supabase-js'"],
  'app/islands/imports-zod.ts': [imports, "import 'zod'"],
  'app/islands/imports-client.ts': [imports, "import '@supabase/postgrest-js'"],
  'app/document/imports-admin.ts': [imports, "import '#app/admin/form/save-record.ts'"],
  'app/admin/imports-document.ts': [imports, "import '#app/document/navigation.ts'"],
  'app/imports-backend.ts': [imports, "import '#backend/database/migrate.ts'"],
  'supabase/functions/imports-backend.ts': [imports, "import '#backend/database/migrate.ts'"],
  'supabase/tests/imports-server.ts': [imports, "import '#server/config.ts'"],
  'backend/imports-app.ts': [imports, "import '#app/pages.ts'"],
  'backend/imports-kinds.ts': [imports, "import '#domain/content/registry.ts'"],
  'backend/imports-hono.ts': [imports, "import 'hono'"],
  'backend/imports-lite.ts': [imports, "import '@supabase/lite'"],
  'backend/supabase-lite/supabase-lite.ts': [imports, "import '#server/config.ts'"],
  'server/imports-tests.ts': [imports, "import '#bench/main.ts'"],
  'server/imports-driver.ts': [imports, "import 'postgres'"],
  'server/Shouts.ts': ['filename-case', 'export const loud = true'],
  'server/forgets-promise.ts': ['no-floating-promises', 'Promise.resolve()'],
  'server/goes-round.ts': ['no-cycle', "import './goes-back.ts'"],
  'server/goes-back.ts': ['no-cycle', "import './goes-round.ts'"],
  'e2e/imports-server.ts': [imports, "import '#server/config.ts'"],
  'e2e/visitor/sets-clock.ts': [
    'no-restricted-properties',
    "import { chromium } from '@playwright/test'\nconst page = await (await chromium.launch()).newPage()\nawait page.clock.install()",
  ],
  'bench/imports-app.ts': [imports, "import '#app/pages.ts'"],
}

/** Files that the linter must accept: they detect a configuration that rejects everything. */
const accepted = {
  'domain/greets.ts': "export const greeting = 'hello'",
  'app/pages/greets.ts': "import '#domain/greets.ts'",
  'server/greets.ts': "import '#app/pages.ts'\nimport 'hono'",
}

/** @returns {string[]} one sentence for every file with an unexpected result */
export function linterMistakes() {
  const folder = mkdtempSync(join(tmpdir(), 'suchana-canary-'))
  try {
    for (const file of ['oxlint.config.ts', 'tsconfig.json', 'package.json'])
      copyFileSync(join(root, file), join(folder, file))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const rejected = Object.entries(violations).map(([file, [, code]]) => [file, code])
    for (const [file, code] of [...rejected, ...Object.entries(accepted)]) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), `${code}\n`)
    }
    return mistakesIn(lint(folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function lint(folder) {
  const folders = [...new Set(Object.keys(violations).map((file) => file.split('/')[0]))]
  const args = [toolPath('oxlint'), '--type-aware', '--format=json', ...folders]
  const run = spawnSync(pinnedNode(), args, { cwd: folder, env: toolEnvironment(), encoding: 'utf8' })
  try {
    return JSON.parse(run.stdout).diagnostics
  } catch {
    throw new Error(`the linter printed no report: ${run.stdout}${run.stderr}`)
  }
}

function mistakesIn(diagnostics) {
  const diagnosticsOf = (file) => diagnostics.filter(({ filename }) => filename.endsWith(file))
  const missed = Object.entries(violations)
    .filter(([file, [rule]]) => !diagnosticsOf(file).some(({ code }) => code.includes(rule)))
    .map(([file, [rule, code]]) => `${file} is accepted although it breaks ${rule}: ${code}`)
  const wronglyRejected = Object.keys(accepted)
    .flatMap(diagnosticsOf)
    .map(({ filename, message }) => `${filename} is rejected: ${message}`)
  return [...missed, ...wronglyRejected]
}
