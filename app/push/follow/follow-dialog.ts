import { element } from '#app/browser/element.ts'
import { readListTopics, readTopics, type Follows, type FollowTopic } from '#app/data/follow-calls.ts'
import { obstacleOf } from '#app/push/obstacle.ts'
import { readPushState, type PushKeys } from '#app/push/push-subscription.ts'
import { FAILURE, LOADING } from '#domain/messages.ts'
import { NOTIFICATIONS_PATH } from '#domain/page-paths.ts'
import { followForm } from './follow-form.ts'
import './follow-dialog.css'
import { readWrittenList } from './followed-list.ts'
import { readOwnFollows } from './own-follows.ts'
import { FOLLOW } from './words.ts'

/**
 * Opens the dialog of a 'Follow' link. Nothing is asked of the visitor before the button in it is tapped.
 * Source: docs/behaviour/following.md#starting-to-follow
 * @param link its `data-follow` names in which table the notice or recruitment of the page is, or which lists it shows
 */
export async function openFollowDialog(link: HTMLElement, keys: PushKeys): Promise<void> {
  const close = element('button', { class: 'button', type: 'button' }, FOLLOW.close)
  const content = element('div')
  const status = element('output')
  const title = element('h2', { id: 'follow-title', tabindex: '-1', autofocus: '' }, FOLLOW.follow)
  const retry = element('button', { class: 'button', type: 'button' }, FAILURE.retry)
  const dialog = element(
    'dialog',
    { class: 'follow-dialog', 'aria-labelledby': 'follow-title' },
    title,
    status,
    content,
    close,
  )
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => {
    dialog.remove()
    link.focus()
  })
  document.body.append(dialog)
  // A link in it leads to another page, which the dialog would cover.
  addEventListener('pageshown', () => dialog.close(), { once: true })
  dialog.showModal()
  retry.addEventListener('click', () => {
    title.focus()
    void load()
  })
  await load()

  async function load(): Promise<void> {
    content.replaceChildren()
    // Screen readers announce what changes in an element that is there already.
    status.textContent = LOADING
    try {
      const [state, topics, own] = await Promise.all([
        readPushState(),
        topicsOf(link.dataset['follow'] ?? '', keys),
        readOwnFollows(keys),
      ])
      const obstacle = obstacleOf(state)
      content.replaceChildren(...(obstacle ? explained(obstacle) : choices(topics, own, keys)))
      status.textContent = ''
    } catch {
      status.textContent = FOLLOW.failed
      content.replaceChildren(retry)
    }
  }
}

async function topicsOf(shown: string, { publishableKey }: PushKeys): Promise<FollowTopic[]> {
  if (shown.includes('?')) {
    const topics = shown.split(' ').map((list) => readListTopics(publishableKey, readWrittenList(list)))
    return (await Promise.all(topics)).flat()
  }
  const slug = decodeURIComponent(location.pathname.split('/').at(-1) ?? '')
  return readTopics(publishableKey, { content_table: shown, slug })
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
      element('a', { href: `${NOTIFICATIONS_PATH}#follows` }, FOLLOW.manage),
    ),
  ]
}
