import { createElement, type ComponentType, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { IslandName, IslandTrigger } from './registry.ts'

interface IslandProps {
  name: IslandName
  /** What makes the browser load its script. */
  when: IslandTrigger
}

/** A part of the page that works as static HTML and is enhanced by a script. */
export function Island({ name, when, children }: IslandProps & { children: ReactNode }) {
  return (
    <div className="island" data-island={name} data-when={when}>
      {children}
    </div>
  )
}

/**
 * A component that React hydrates in the browser, with its props in an attribute. It is rendered as a root of its own,
 * because the surrounding markup is static, and its ids must not depend on its position.
 */
export function HydratedIsland<Props extends object>({
  name,
  when,
  view,
  props,
}: IslandProps & { view: ComponentType<Props>; props: Props }) {
  const html = renderToString(createElement(view, props), { identifierPrefix: name })
  return (
    <div
      className="island"
      data-island={name}
      data-when={when}
      data-props={JSON.stringify(props)}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
