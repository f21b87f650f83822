const SVG = 'http://www.w3.org/2000/svg'

/** Builds an element. Strings become text nodes, so nothing in them is parsed as HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const built = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) built.setAttribute(name, value)
  built.append(...children)
  return built
}

/** @returns a decorative icon, stroked, with a view box of 24 by 24 units, hidden from screen readers */
export function drawing(path: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('class', 'icon')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  const line = document.createElementNS(SVG, 'path')
  line.setAttribute('d', path)
  svg.append(line)
  return svg
}
