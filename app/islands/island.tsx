import { createElement, type ComponentType, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { IslandName, IslandTrigger } from './registry.ts'

interface IslandProps {
  name: IslandName
  /** What makes the browser load it. */
  when: IslandTrigger
}

/** A part of the page that works as it stands; its script adds to it. */
export function Island({ name, when, children }: IslandProps & { children: ReactNode }) {
  return (
    <div className="island" data-island={name} data-when={when}>
      {children}
    </div>
  )
}

/**
 * A component that React takes over in the browser, with the props that stand beside it. It is rendered as a root of its
 * own: what surrounds it is static markup without React's marks, and its ids must not depend on where it stands.
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
