import { element } from '#app/browser/element.ts'
import { storedText } from '#app/browser/stored-text.ts'
import type { Follows, FollowTopic } from '#app/data/follow-calls.ts'
import type { PushKeys } from '#app/push/push-subscription.ts'
import { SENDING } from '#domain/messages.ts'
import { DEFAULT_FOLLOW_EVENTS, FOLLOW_CHOICES } from '#domain/push/follow-events.ts'
import { subjectTitle } from './followed-list.ts'
import { startFollowing, stopFollowing } from './own-follows.ts'
import { FOLLOW } from './words.ts'

interface FollowFormOptions {
  topics: FollowTopic[]
  own: Follows
  keys: PushKeys
}

/** The form of a follow: what, and which events of it. The recruitment of a notice is offered first. */
export function followForm({ topics, own, keys }: FollowFormOptions): HTMLFormElement {
  const chosen = new Map(own.follows.map(({ topic, events }) => [topic, events]))
  let shown =
    topics.find(({ topic }) => chosen.has(topic)) ??
    topics.find(({ subject }) => subject.kind === 'recruitment') ??
    topics[0]!
  const events = element('fieldset', { class: 'follow-events' })
  const output = element('output')
  const save = element('button', { class: 'button primary', type: 'submit' })
  const stop = element('button', { class: 'button', type: 'button' }, FOLLOW.stop)
  const form = element(
    'form',
    { class: 'follow-form' },
    ...(topics.length > 1 ? [whatToFollow(topics, shown, (topic) => show(topic))] : listOnly(shown)),
    events,
    output,
    element('div', { class: 'button-row' }, save, stop),
  )

  function show(topic: FollowTopic): void {
    shown = topic
    const { kind } = topic.subject
    const followed = chosen.get(topic.topic)
    const ticked = followed ?? DEFAULT_FOLLOW_EVENTS[kind]
    events.replaceChildren(
      element('legend', {}, FOLLOW.when),
      ...FOLLOW_CHOICES[kind].map(({ event, label }) =>
        choice({ type: 'checkbox', name: event }, label, ticked.includes(event)),
      ),
    )
    showButtons(topic.topic)
  }

  function showButtons(topic: string): void {
    save.textContent = chosen.has(topic) ? FOLLOW.save : FOLLOW.follow
    stop.hidden = !chosen.has(topic)
  }

  async function attempt(act: () => Promise<string>): Promise<void> {
    if (save.hasAttribute('aria-disabled')) return
    // Disabled buttons would lose the focus.
    for (const button of [save, stop]) button.setAttribute('aria-disabled', 'true')
    output.className = ''
    output.textContent = SENDING
    try {
      output.replaceChildren(...storedText(await act()))
    } catch (error) {
      output.className = 'refused'
      output.textContent = error instanceof Error ? error.message : String(error)
    }
    for (const button of [save, stop]) button.removeAttribute('aria-disabled')
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void attempt(async () => {
      const { topic, subject } = shown
      const ticked = [...events.querySelectorAll<HTMLInputElement>('input:checked')].map(({ name }) => name)
      if (ticked.length === 0) throw new Error(FOLLOW.chooseOne)
      await startFollowing(keys, { topic, events: ticked })
      chosen.set(topic, ticked)
      // What was chosen while this was saved stays.
      if (shown.topic === topic) showButtons(topic)
      return FOLLOW.started(subjectTitle(subject))
    })
  })
  stop.addEventListener('click', () => {
    void attempt(async () => {
      const { topic, subject } = shown
      await stopFollowing(keys, topic)
      chosen.delete(topic)
      if (shown.topic === topic) showButtons(topic)
      save.focus()
      return FOLLOW.stopped(subjectTitle(subject))
    })
  })
  show(shown)
  return form
}

/** A list has no title on its page that says all of its filters. */
function listOnly({ subject }: FollowTopic): Element[] {
  return subject.kind === 'list' ? [element('p', {}, element('b', {}, ...storedText(subjectTitle(subject))))] : []
}

function whatToFollow(topics: FollowTopic[], shown: FollowTopic, onChoose: (topic: FollowTopic) => void): Element {
  const choices = topics.map((topic) => {
    const text = FOLLOW.subjects[topic.subject.kind](subjectTitle(topic.subject))
    const label = choice({ type: 'radio', name: 'topic' }, text, topic === shown)
    label.addEventListener('change', () => onChoose(topic))
    return label
  })
  return element('fieldset', {}, element('legend', {}, FOLLOW.what), ...choices)
}

function choice(attributes: { type: string; name: string }, label: string, isChecked: boolean): HTMLLabelElement {
  const input = element('input', attributes)
  input.checked = isChecked
  return element('label', {}, input, element('span', {}, ...storedText(label)))
}
