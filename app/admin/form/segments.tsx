import { useId } from 'react'

interface SegmentsProps<Name extends string> {
  legend: string
  choices: Record<Name, string>
  chosen: Name
  choose: (name: Name) => void
}

/** A choice of one of a few options. */
export function Segments<Name extends string>({ legend, choices, chosen, choose }: SegmentsProps<Name>) {
  const group = useId()
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{legend}</legend>
      {(Object.keys(choices) as Name[]).map((name) => (
        <label key={name}>
          <input type="radio" name={group} checked={name === chosen} onChange={() => choose(name)} />
          {choices[name]}
        </label>
      ))}
    </fieldset>
  )
}
