type ColumnOf<Row> = Row extends unknown ? keyof Row : never
type ValueOf<Row, Column extends PropertyKey> = Row extends Record<Column, infer Value> ? Value : never

/** The columns of rows of several tables. A row has no value in those that its table lacks. */
export type ColumnsOf<Row> = { [Column in ColumnOf<Row>]?: ValueOf<Row, Column> }

/**
 * Reads a column whose name is only known at run time, such as that of a form field.
 *
 * @returns undefined when the row lacks it
 */
export function columnValue<Row extends object>(row: Row, column: string): Row[keyof Row] | undefined {
  return hasColumn(row, column) ? row[column] : undefined
}

function hasColumn<Row extends object>(row: Row, column: PropertyKey): column is keyof Row {
  return Object.hasOwn(row, column)
}
