import type { FollowedRecord, Follows, FollowSubject } from '#app/data/follow-calls.ts'
import { recruitmentPath } from '#domain/content/recruitment-path.ts'
import { FOLLOW_CHOICES, FOLLOWED_FOLDERS } from '#domain/push/follow-events.ts'
import { listHref, subjectTitle } from '#app/push/follow/followed-list.ts'
import type { PushKeys } from '#app/push/push-subscription.ts'
import { StoredText } from '#app/ui/stored-text.tsx'
import { useFollows } from './use-follows.ts'
import { FOLLOWS } from './words.ts'

/** What this device follows, each with a button that ends it, and the hours in which nothing of it is sent. */
export function Followed({ keys, endpoint }: { keys: PushKeys; endpoint: string | null }) {
  const { own, outcome, isBusy, stop, changeQuiet } = useFollows(keys, endpoint)
  return (
    <section id="follows" className="follows" aria-labelledby="follows-title">
      <h2 id="follows-title" tabIndex={-1}>
        {FOLLOWS.title}
      </h2>
      {own.follows.length === 0 && <p className="hint">{FOLLOWS.none}</p>}
      <ul>
        {own.follows.map((followed) => (
          <li key={followed.topic}>
            <div>
              <Title subject={followed.subject} />
              <p className="hint">{eventsOf(followed)}</p>
            </div>
            <button
              type="button"
              className="button"
              aria-disabled={isBusy || undefined}
              aria-label={FOLLOWS.stopLabel(followed.subject ? subjectTitle(followed.subject) : FOLLOWS.gone)}
              onClick={isBusy ? undefined : () => stop(followed.topic)}
            >
              {FOLLOWS.stop}
            </button>
          </li>
        ))}
      </ul>
      {own.follows.length > 0 && <QuietHours quiet={own.quiet} onChange={changeQuiet} />}
      <output className={outcome.hasFailed ? 'refused' : 'done'}>
        <StoredText text={outcome.message} />
      </output>
    </section>
  )
}

function Title({ subject }: { subject: FollowSubject | null }) {
  if (!subject) return <b>{FOLLOWS.gone}</b>
  if (subject.kind === 'organization')
    return (
      <b>
        <StoredText text={FOLLOWS.organization(subject.title)} />
      </b>
    )
  return (
    <b>
      <a href={subject.kind === 'list' ? listHref(subject) : pathOf(subject)}>
        <StoredText text={subjectTitle(subject)} />
      </a>
    </b>
  )
}

function pathOf({ kind, table = '', slug }: FollowedRecord): string {
  return kind === 'recruitment' ? recruitmentPath(slug) : `${FOLLOWED_FOLDERS[table]}/${encodeURIComponent(slug)}`
}

function eventsOf({ subject, events }: Follows['follows'][number]): string {
  const choices = FOLLOW_CHOICES[subject?.kind ?? 'recruitment']
  return choices
    .filter(({ event }) => events.includes(event))
    .map(({ label }) => label)
    .join(' · ')
}

interface QuietHoursProps {
  quiet: Follows['quiet']
  onChange: (quiet: Follows['quiet']) => void
}

function QuietHours({ quiet, onChange }: QuietHoursProps) {
  return (
    <fieldset className="quiet-hours">
      <legend>{FOLLOWS.quiet}</legend>
      <p className="hint">{FOLLOWS.quietText}</p>
      {(['starts', 'ends'] as const).map((name) => (
        <label key={name}>
          <span>{FOLLOWS[name]}</span>
          <input
            type="time"
            className="field"
            name={name}
            required
            value={quiet[name]}
            onChange={({ target: { value } }) => value && onChange({ ...quiet, [name]: value })}
          />
        </label>
      ))}
    </fieldset>
  )
}
