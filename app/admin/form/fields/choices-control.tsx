import { useRef, useState, type KeyboardEvent } from 'react'
import type { Control } from '#app/admin/form/use-record-form.ts'

/**
 * Several of a field's options. All are one stop of the Tab key, because there are up to 37: the arrows move between
 * them, Space chooses, and a letter goes to the next option that begins with it.
 */
export function ChoicesControl({ field, value, change, input }: Control<readonly string[]>) {
  const options = field.options ?? []
  const [current, setCurrent] = useState(0)
  const root = useRef<HTMLFieldSetElement>(null)
  const { id, onBlur } = input

  function toggle(chosen: string) {
    if (value.includes(chosen)) return change(value.filter((other) => other !== chosen))
    change(chosen === field.alone ? [chosen] : [...value.filter((other) => other !== field.alone), chosen])
  }

  function onKeyDown(event: KeyboardEvent) {
    const next = event.ctrlKey || event.metaKey || event.altKey ? null : nextIndex(event.key)
    if (next === null) return
    event.preventDefault()
    root.current?.querySelectorAll('input')[Math.max(0, Math.min(next, options.length - 1))]?.focus()
  }

  function nextIndex(key: string): number | null {
    if (key === 'ArrowRight' || key === 'ArrowDown') return current + 1
    if (key === 'ArrowLeft' || key === 'ArrowUp') return current - 1
    if (key === 'Home') return 0
    if (key === 'End') return options.length - 1
    if (key.length > 1 || key === ' ') return null
    const others = options.map((_, step) => (current + 1 + step) % options.length)
    return others.find((index) => options[index]?.label.toLowerCase().startsWith(key.toLowerCase())) ?? current
  }

  return (
    <fieldset className="options" ref={root} aria-describedby={input['aria-describedby']}>
      <legend className="visually-hidden">{field.label}</legend>
      {options.map(({ value: option, label }, index) => (
        <label key={option}>
          <input
            // The label of the field leads to the first option, which has a name of its own.
            {...(index === 0 && { id, 'aria-label': label })}
            type="checkbox"
            checked={value.includes(option)}
            tabIndex={index === current ? 0 : -1}
            onFocus={() => setCurrent(index)}
            onBlur={onBlur}
            onKeyDown={onKeyDown}
            onChange={() => toggle(option)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
