/**
 * The menu on phones in browsers without popovers (before Chrome 114, Safari 17 and Firefox 125), where its buttons do
 * nothing by themselves: a modal dialog, which the browser closes with Escape.
 */
export function startMenuDialog(): void {
  const menu = document.querySelector<HTMLDialogElement>('#site-menu')
  const { style } = document.documentElement
  document.querySelector('.menu-button')?.addEventListener('click', () => {
    menu?.showModal()
    style.overflow = 'hidden'
  })
  menu?.addEventListener('click', ({ target, clientX }) => {
    const isOutside = target === menu && clientX < menu.getBoundingClientRect().left
    if (isOutside || (target instanceof Element && target.closest('a, button'))) menu.close()
  })
  menu?.addEventListener('close', () => {
    style.overflow = ''
  })
}
