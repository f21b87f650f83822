import type { Question } from '#domain/content/questions.ts'

/** Source: docs/behaviour/public-pages.md#below-the-sections-of-the-home-page. */
export function homeQuestions(siteName: string): Question[] {
  return [
    {
      question: `Is ${siteName} an official website?`,
      answer: `No. ${siteName} is independent and not affiliated with any government body. Read the notice on the official website before you apply, and apply only there.`,
    },
    {
      question: 'Does it cost anything?',
      answer: 'No. Everything on this site is free, and nobody here takes a fee for an application.',
    },
    {
      question: 'How often are notices updated?',
      answer:
        'Every day. In each section featured notices stand first, then the newest, with the day they were posted.',
    },
  ]
}
