import { useEffect, useId, useRef, type ReactNode } from 'react'
import { ProblemLine } from '#app/admin/feedback/problem-line.tsx'
import { Problem } from '#app/admin/feedback/problem.tsx'
import type { PushDraft, PushStatistics, SentNotification } from '#app/data/push-client.ts'
import { Icon } from '#app/ui/icon.tsx'
import { PUSH_TAB } from '#domain/admin/push-messages.ts'
import { characters } from '#domain/characters.ts'
import { timestampOf } from '#domain/dates.ts'
import { PUSH_BODY_MAX, PUSH_LINK_MAX, PUSH_TITLE_MAX } from '#domain/push/limits.ts'
import { formatNumber } from '#domain/numbers.ts'
import { PUSH_CATEGORIES, PUSH_CATEGORY_LABELS, type PushCategory } from '#domain/push/preferences.ts'
import { audienceOf } from './audience.ts'
import type { FirstDraft } from './push-data.ts'
import { NotificationPreview } from './notification-preview.tsx'
import { SendDialog } from './send-dialog.tsx'
import { useSendDialog } from './use-send-dialog.ts'
import { useSendForm, type SendFormState } from './use-send-form.ts'

interface SendFormProps {
  statistics: PushStatistics | null
  first: FirstDraft
  /** The notifications that the page shows. */
  shown: readonly SentNotification[]
}

/** Form of a notification, with its audience and a preview. Nothing is sent before a question. */
export function SendForm({ statistics, first, shown }: SendFormProps) {
  const form = useSendForm(first, shown)
  const dialog = useSendDialog(statistics)
  const { draft, change, changes, time } = form
  const isUnsendable = !draft.title.trim() || !draft.body.trim() || isTooLong(draft)
  const audience = audienceOf(statistics, draft.category)
  const isGiven = form.isPrefilled || changes !== null
  const yes = changes === null ? (time ? PUSH_TAB.schedule : PUSH_TAB.send) : PUSH_TAB.saveChange
  const isBusy = form.isBusy || dialog.isAsking
  // The buttons are not disabled: after the question one of them gets the focus, which a disabled button cannot have.
  const isOff = isUnsendable || isBusy
  const outcome = useRef<HTMLDivElement>(null)
  useShownTitle(form, isGiven)
  useEffect(() => {
    if (form.problem !== null) outcome.current?.scrollIntoView({ block: 'nearest' })
  }, [form.problem])

  return (
    <section className="push-send" aria-labelledby="push-send">
      <h2 id="push-send">{changes === null ? 'Send a notification' : PUSH_TAB.changing}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isOff && form.checkTime()) void dialog.ask()
        }}
      >
        {form.hint && <p className="hint">{form.hint}</p>}
        <DraftFields draft={draft} change={change} statistics={statistics} />
        <SuggestedTexts texts={form.texts} chosen={draft.body} choose={(body) => change({ body })} />
        <TimeField form={form} />
        <p className="audience">
          <Icon name="check" />
          {audience === undefined ? 'The audience is being counted' : `${formatNumber(audience)} will get it`}
        </p>
        <Problem ref={outcome} message={form.problem} onClose={form.closeProblem} />
        <output className="push-outcome">{form.outcome}</output>
        <FormButtons form={form} yes={yes} isBusy={isBusy} isOff={isOff} />
      </form>
      <NotificationPreview draft={draft} />
      {dialog.isOpen && (
        <SendDialog
          draft={draft}
          audience={dialog.audience(draft.category)}
          sendAt={timestampOf(time)}
          hint={form.hint && PUSH_TAB.waitsForNotice}
          yes={yes}
          onAnswer={(isYes) => {
            dialog.close()
            if (isYes) form.send()
          }}
        />
      )}
    </section>
  )
}

interface FormButtonsProps {
  form: SendFormState
  /** Label of the button that sends. */
  yes: string
  isBusy: boolean
  /** Whether nothing can be sent, at the moment or without further text. */
  isOff: boolean
}

function FormButtons({ form, yes, isBusy, isOff }: FormButtonsProps) {
  function stopChanging() {
    form.empty()
    // The button goes, and its focus with it.
    titleField()?.focus()
  }
  return (
    <div className="button-row">
      {form.changes !== null && (
        <button type="button" className="button" disabled={isBusy} onClick={stopChanging}>
          {PUSH_TAB.stopChanging}
        </button>
      )}
      <button
        type="button"
        className="button"
        aria-disabled={isOff || undefined}
        onClick={() => {
          if (!isOff) form.sendToMe()
        }}
      >
        {PUSH_TAB.testToMe}
      </button>
      <button type="submit" className="button primary" aria-disabled={isOff || undefined}>
        {form.isBusy ? PUSH_TAB.sending : yes}
      </button>
    </div>
  )
}

/** Shows the title that the form was given, and gives it the focus of the button that was pressed, which may be far below. */
function useShownTitle({ replaced }: SendFormState, isGiven: boolean): void {
  useEffect(() => {
    if (isGiven) titleField()?.scrollIntoView({ block: 'center' })
  }, [isGiven])
  useEffect(() => {
    if (!replaced) return
    titleField()?.focus({ preventScroll: true })
    titleField()?.scrollIntoView({ block: 'center' })
  }, [replaced])
}

function titleField(): HTMLElement | null {
  return document.getElementById('push-title')
}

/** Characters are counted as the database counts them, which the fields themselves cannot limit. */
function isTooLong({ title, body }: PushDraft): boolean {
  return characters(title) > PUSH_TITLE_MAX || characters(body) > PUSH_BODY_MAX
}

interface SuggestedTextsProps {
  texts: readonly string[]
  chosen: string
  choose: (text: string) => void
}

/** Messages made from the dates of the notice. */
function SuggestedTexts({ texts, chosen, choose }: SuggestedTextsProps) {
  const others = texts.filter((text) => text !== chosen)
  if (others.length === 0) return null
  return (
    <fieldset className="suggested-texts">
      <legend>{PUSH_TAB.suggested}</legend>
      {others.map((text) => (
        <button key={text} type="button" className="button" onClick={() => choose(text)}>
          {text}
        </button>
      ))}
    </fieldset>
  )
}

function TimeField({ form: { time, setTime, timeProblem } }: { form: SendFormState }) {
  return (
    <Labelled label={PUSH_TAB.sendAt}>
      {(id) => (
        <>
          <input
            id={id}
            className="field"
            type="datetime-local"
            value={time}
            aria-invalid={timeProblem !== ''}
            aria-describedby={`${id}-problem`}
            onChange={({ target }) => setTime(target.value)}
          />
          <ProblemLine id={`${id}-problem`}>{timeProblem}</ProblemLine>
        </>
      )}
    </Labelled>
  )
}

interface DraftFieldsProps {
  draft: PushDraft
  change: (part: Partial<PushDraft>) => void
  statistics: PushStatistics | null
}

function DraftFields({ draft, change, statistics }: DraftFieldsProps) {
  return (
    <>
      <Labelled label="Title" text={draft.title} most={PUSH_TITLE_MAX} id="push-title">
        {(id) => (
          <input
            id={id}
            className="field"
            value={draft.title}
            required
            onChange={({ target }) => change({ title: target.value })}
          />
        )}
      </Labelled>
      <Labelled label="Message" text={draft.body} most={PUSH_BODY_MAX}>
        {(id) => (
          <textarea
            id={id}
            className="field"
            value={draft.body}
            rows={3}
            required
            onChange={({ target }) => change({ body: target.value })}
          />
        )}
      </Labelled>
      <Labelled label="Category">
        {(id) => (
          <select
            id={id}
            className="field"
            value={draft.category}
            onChange={({ target }) => change({ category: target.value as PushCategory })}
          >
            {PUSH_CATEGORIES.map((category) => (
              <option key={category} value={category}>
                {PUSH_CATEGORY_LABELS[category]}
                {statistics && ` (${formatNumber(audienceOf(statistics, category) ?? 0)})`}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <Labelled label="Image URL (optional)">
        {(id) => (
          <input
            id={id}
            className="field"
            type="url"
            inputMode="url"
            value={draft.image ?? ''}
            maxLength={PUSH_LINK_MAX}
            placeholder="https://"
            onChange={({ target }) => change({ image: target.value || null })}
          />
        )}
      </Labelled>
      <Labelled label="Page that a click opens">
        {(id) => (
          <input
            id={id}
            className="field"
            value={draft.url}
            maxLength={PUSH_LINK_MAX}
            onChange={({ target }) => change({ url: target.value })}
          />
        )}
      </Labelled>
    </>
  )
}

interface LabelledProps {
  label: string
  id?: string
  /** What is typed; its length is shown with the limit `most`. */
  text?: string
  most?: number
  children: (id: string) => ReactNode
}

function Labelled({ label, id, text = '', most, children }: LabelledProps) {
  const own = useId()
  const control = id ?? own
  return (
    <div className="form-field">
      <div className="form-label">
        <label htmlFor={control}>{label}</label>
        {most !== undefined && (
          <span className={characters(text) > most ? 'counter over' : 'counter'}>
            {characters(text)} of {most}
          </span>
        )}
      </div>
      {children(control)}
    </div>
  )
}
