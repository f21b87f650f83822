import { firstText } from '#domain/content/notice-columns.ts'
import { StepList, TickList } from '#app/ui/item-lists.tsx'
import { PageSection } from '#app/ui/page-section.tsx'
import { QuestionList } from '#app/ui/question-list.tsx'
import { StoredText } from '#app/ui/stored-text.tsx'
import { questions } from '#domain/content/questions.ts'
import { PHOTO_RESIZER_PATH } from '#domain/page-paths.ts'
import { writtenList } from '#domain/written-list.ts'
import type { NoticeSectionProps } from './notice-section-props.ts'

export function SelectionSection({ notice }: NoticeSectionProps) {
  const steps = writtenList(notice.selection_process)
  if (steps.length === 0) return null
  return (
    <PageSection heading="Selection process">
      <StepList steps={steps} />
    </PageSection>
  )
}

export function DocumentsSection({ notice }: NoticeSectionProps) {
  const items = writtenList(notice.required_documents)
  if (items.length === 0) return null
  return (
    <PageSection heading="Keep these ready">
      <TickList items={items} />
    </PageSection>
  )
}

/** The longer text of a notice: rendered Markdown, or plain paragraphs. */
export function ContentSection({
  kind,
  notice,
  contentHtml,
}: NoticeSectionProps & { contentHtml: string | TrustedHTML | null }) {
  // The server has rendered this HTML from Markdown and escaped everything else.
  if (contentHtml) return <section className="rich-text" dangerouslySetInnerHTML={{ __html: contentHtml }} />
  const description = kind.markdownField ? null : firstText(notice, ['description'])
  if (!description) return null
  return (
    <PageSection heading={`About this ${kind.singular}`}>
      <div className="prose">
        {description.split(/\n{2,}/).map((paragraph, position) => (
          <p key={position}>
            <StoredText text={paragraph} />
          </p>
        ))}
      </div>
    </PageSection>
  )
}

export function QuestionsSection({ kind, notice, today }: NoticeSectionProps) {
  const asked = questions(kind, notice, today)
  if (asked.length === 0) return null
  return (
    <PageSection heading="Questions">
      <QuestionList questions={asked} />
    </PageSection>
  )
}

export function HowToSection({ kind }: NoticeSectionProps) {
  if (!kind.howTo) return null
  return (
    <PageSection heading={kind.howTo.title}>
      <StepList steps={kind.howTo.steps} />
      {kind.application && <a href={PHOTO_RESIZER_PATH}>Photo and signature resizer</a>}
    </PageSection>
  )
}
