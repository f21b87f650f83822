import type { PushCategory } from '#domain/push/preferences.ts'

/** Sample notifications for an admin's own browser. Source: docs/behaviour/push.md#push-tester. */
export const PUSH_PRESETS: readonly {
  name: string
  title: string
  body: string
  category: PushCategory
  url: string
}[] = [
  {
    name: 'New job',
    title: 'New job: SSC CGL 2026',
    body: 'Combined Graduate Level Examination: applications are open.',
    category: 'newJobs',
    url: '/jobs',
  },
  {
    name: 'Result',
    title: 'Result: UPSC Civil Services 2026',
    body: 'The result of the preliminary examination is out.',
    category: 'results',
    url: '/results',
  },
  {
    name: 'Admit card',
    title: 'Admit card: RRB NTPC 2026',
    body: 'Admit cards can be downloaded now.',
    category: 'admitCards',
    url: '/admit-card',
  },
  {
    name: 'Answer key',
    title: 'Answer key: IBPS PO 2026',
    body: 'The answer key is out; objections are open.',
    category: 'answerKeys',
    url: '/answer-key',
  },
]
