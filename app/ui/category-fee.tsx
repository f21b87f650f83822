import type { Fee } from '#domain/content/notice-fees.ts'
import { formatRupees } from '#domain/numbers.ts'

/**
 * The fee of the category that the visitor selects. The selection is CSS only, so it works without scripts; a script
 * stores it by the name of the group and the value of the button.
 */
export function CategoryFee({ fees }: { fees: readonly Fee[] }) {
  return (
    <fieldset className="category-fee">
      <legend>Fee for your category</legend>
      <div className="categories">
        {fees.map(({ label, amount }, position) => (
          <label key={label}>
            <input type="radio" name="fee-category" value={label} defaultChecked={position === 0} />
            <span className="category">{label}</span>
            <span className="amount">{formatRupees(amount)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
