import type { FollowedKind } from '#domain/push/follow-events.ts'

export const FOLLOW = {
  follow: 'Follow',
  promise: 'This device gets a notification for exactly what you tick, and for nothing else.',
  what: 'What to follow',
  subjects: {
    notice: () => 'Only this notice',
    recruitment: (title: string) => `The recruitment: ${title}`,
    organization: (title: string) => `Everything by ${title}`,
    list: (title: string) => `The list ${title}`,
  } satisfies Record<FollowedKind, (title: string) => string>,
  when: 'Tell me when',
  calm: (starts: string, ends: string) =>
    starts === ends ? 'You have no quiet hours.' : `Nothing is sent between ${starts} and ${ends}, Indian time.`,
  manage: 'What you follow, and quiet hours',
  save: 'Save',
  stop: 'Stop following',
  close: 'Close',
  started: (title: string) => `You follow ${title}.`,
  stopped: (title: string) => `You do not follow ${title} any more.`,
  nothing: 'This page cannot be followed.',
  chooseOne: 'Tick at least one line.',
  failed: 'This could not be loaded.',
}
