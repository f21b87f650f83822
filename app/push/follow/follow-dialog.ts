import { element } from '#app/browser/element.ts'
import { readTopics, type Follows, type FollowTopic } from '#app/data/follow-calls.ts'
import { obstacleOf } from '#app/push/obstacle.ts'
import { readPushState, type PushKeys } from '#app/push/push-subscription.ts'
import { followForm } from './follow-form.ts'
import './follow-dialog.css'
import { readOwnFollows } from './own-follows.ts'
import { FOLLOW } from './words.ts'

/**
 * Opens the dialog of a 'Follow' link. Nothing is asked of the visitor before the button in it is tapped.
 * Source: docs/behaviour/following.md#starting-to-follow
 * @param link says in `data-follow` in which table the notice or recruitment of the page is
 */
export async function openFollowDialog(link: HTMLElement, keys: PushKeys): Promise<void> {
  const content_table = link.dataset['follow'] ?? ''
  const slug = decodeURIComponent(location.pathname.split('/').at(-1) ?? '')
  const close = element('button', { class: 'button', type: 'button' }, FOLLOW.close)
  const content = element('div', { 'aria-busy': 'true' })
  const dialog = element(
    'dialog',
    { class: 'follow-dialog', 'aria-labelledby': 'follow-title' },
    element('h2', { id: 'follow-title' }, FOLLOW.follow),
    content,
    close,
  )
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => {
    dialog.remove()
    link.focus()
  })
  document.body.append(dialog)
  dialog.showModal()
  try {
    const [state, topics, own] = await Promise.all([
      readPushState(),
      readTopics(keys.publishableKey, { content_table, slug }),
      readOwnFollows(keys),
    ])
    const obstacle = obstacleOf(state)
    content.replaceChildren(...(obstacle ? explained(obstacle) : choices(topics, own, keys)))
  } catch {
    content.replaceChildren(element('p', {}, FOLLOW.failed))
  }
  content.removeAttribute('aria-busy')
}

function explained({ title, text }: { title: string; text: string }): Node[] {
  return [element('p', {}, element('b', {}, title)), element('p', {}, text)]
}

function choices(topics: FollowTopic[], own: Follows, keys: PushKeys): Node[] {
  if (topics.length === 0) return [element('p', {}, FOLLOW.nothing)]
  return [
    element('p', {}, FOLLOW.promise),
    followForm({ topics, own, keys }),
    element(
      'p',
      { class: 'hint' },
      `${FOLLOW.calm(own.quiet.starts, own.quiet.ends)} `,
      element('a', { href: '/notifications#follows' }, FOLLOW.manage),
    ),
  ]
}
