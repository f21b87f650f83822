import { useId } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { inUnit, PHOTO_SIZES, sizeProblem, sizeText, type PhotoSize } from '#domain/photo/photo-size.ts'
import { PHOTO } from './words.ts'

interface SizeFieldsProps {
  size: PhotoSize
  onSize: (size: PhotoSize) => void
  isDisabled: boolean
}

type NumberField = Exclude<keyof PhotoSize, 'unit'>

const FIELDS: [NumberField, string][] = [
  ['width', PHOTO.width],
  ['height', PHOTO.height],
  ['dpi', PHOTO.dpi],
  ['fromKb', PHOTO.from],
  ['toKb', PHOTO.to],
]

/** The usual sizes, and fields for every other one. */
export function SizeFields({ size, onSize, isDisabled }: SizeFieldsProps) {
  const id = useId()
  const usual = Object.entries(PHOTO_SIZES).find(([, known]) => sizeText(known) === sizeText(size))
  const problem = sizeProblem(size)
  return (
    <fieldset className="photo-size" disabled={isDisabled}>
      <legend className="visually-hidden">{PHOTO.preset}</legend>
      <div className="form-field">
        <label htmlFor={`${id}usual`}>{PHOTO.preset}</label>
        <select
          className="field"
          id={`${id}usual`}
          value={usual?.[0] ?? ''}
          onChange={({ target }) => onSize(PHOTO_SIZES[target.value as keyof typeof PHOTO_SIZES] ?? size)}
        >
          {!usual && <option value="">{PHOTO.other}</option>}
          {Object.keys(PHOTO_SIZES).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <p className="hint">{problem ? PHOTO.check : `${sizeText(size)}. ${PHOTO.check}`}</p>
      </div>
      <details>
        <summary>
          {PHOTO.ownSize}
          <Icon name="down" />
        </summary>
        <div className="photo-numbers">
          {FIELDS.map(([name, label]) => (
            <div className="form-field" key={name}>
              <label htmlFor={id + name}>{label}</label>
              <input
                className="field"
                id={id + name}
                type="number"
                step="any"
                aria-invalid={problem?.fields.includes(name) || undefined}
                aria-describedby={problem?.fields.includes(name) ? `${id}problem` : undefined}
                value={Number.isNaN(size[name]) ? '' : size[name]}
                onChange={({ target }) => onSize({ ...size, [name]: target.valueAsNumber })}
              />
            </div>
          ))}
          <div className="form-field">
            <label htmlFor={`${id}unit`}>{PHOTO.unit}</label>
            <select
              className="field"
              id={`${id}unit`}
              value={size.unit}
              onChange={({ target }) => onSize(inUnit(size, target.value === 'cm' ? 'cm' : 'px'))}
            >
              <option value="px">{PHOTO.pixels}</option>
              <option value="cm">{PHOTO.centimetres}</option>
            </select>
          </div>
        </div>
      </details>
      <output className="refused">
        {/* Not the output itself, whose name is not its text. */}
        <span id={`${id}problem`}>{problem?.text}</span>
      </output>
    </fieldset>
  )
}
