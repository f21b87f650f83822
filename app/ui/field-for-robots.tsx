import { fieldText } from '#domain/field-text.ts'

const NAME = 'homepage'

/**
 * A field that people do not see; robots fill in whatever they find.
 *
 * @param id of the field, because a page may contain several forms
 */
export function FieldForRobots({ id }: { id: string }) {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor={id}>Leave this field empty</label>
      <input id={id} name={NAME} tabIndex={-1} autoComplete="off" />
    </div>
  )
}

/** @returns whether the field for robots of a posted form was filled in */
export function isFromRobot(form: FormData): boolean {
  return fieldText(form, NAME) !== ''
}
