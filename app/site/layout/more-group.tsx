import { useEffect, useRef } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { NavigationItems } from './navigation-items.tsx'
import { MORE_LINKS } from './navigation.ts'

/** The last entry of the main navigation. Works without scripts; with them it also closes by itself. */
export function MoreGroup({ currentPath }: { currentPath: string }) {
  const group = useRef<HTMLDetailsElement>(null)

  useEffect(() => {
    function shutFromElsewhere({ target }: Event) {
      if (target instanceof Node && !group.current?.contains(target)) group.current?.removeAttribute('open')
    }
    function shutByEscape({ key }: KeyboardEvent) {
      if (key !== 'Escape' || !group.current?.open) return
      group.current.removeAttribute('open')
      group.current.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', shutFromElsewhere)
    document.addEventListener('focusin', shutFromElsewhere)
    document.addEventListener('keydown', shutByEscape)
    return () => {
      document.removeEventListener('pointerdown', shutFromElsewhere)
      document.removeEventListener('focusin', shutFromElsewhere)
      document.removeEventListener('keydown', shutByEscape)
    }
  }, [])

  return (
    <details className="more-group" ref={group} key={currentPath}>
      <summary>
        More
        <Icon name="down" />
      </summary>
      <ul>
        <NavigationItems links={MORE_LINKS} currentPath={currentPath} />
      </ul>
    </details>
  )
}
