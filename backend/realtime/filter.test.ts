import { describe, expect, test } from 'vitest'
import { FilterError, parseFilter } from './filter.ts'

const is = (column: string, operator: string, value: string | string[], isNegated = false) => ({
  column,
  operator,
  value,
  isNegated,
})

describe('valid filters', () => {
  test.each([
    ['', []],
    ['  ', []],
    ['status=eq.active', [is('status', 'eq', 'active')]],
    ['status=eq.', [is('status', 'eq', '')]],
    ['status=eq.a.b=c', [is('status', 'eq', 'a.b=c')]],
    ['id=gt.0,id=lte.100', [is('id', 'gt', '0'), is('id', 'lte', '100')]],
    ['id=not.eq.5', [is('id', 'eq', '5', true)]],
    ['status=in.(Start,Date Extend)', [is('status', 'in', ['Start', 'Date Extend'])]],
    ['status=not.in.(a,b),id=lt.3', [is('status', 'in', ['a', 'b'], true), is('id', 'lt', '3')]],
    ['title=eq."a,b"', [is('title', 'eq', 'a,b')]],
    ['title=eq."say \\"yes\\", \\\\"', [is('title', 'eq', 'say "yes", \\')]],
    ['title=in.("a,b","c)",d)', [is('title', 'in', ['a,b', 'c)', 'd'])]],
    ['title=eq.12" gun', [is('title', 'eq', '12" gun')]],
    ['title=like.%post (group c)%', [is('title', 'like', '%post (group c)%')]],
    ['title=eq.two\nlines', [is('title', 'eq', 'two\nlines')]],
    ['result_date=is.null', [is('result_date', 'is', 'null')]],
    ['result_date=not.is.null', [is('result_date', 'is', 'null', true)]],
    ['slug=neq.x', [is('slug', 'neq', 'x')]],
    ['slug=ilike.%x%', [is('slug', 'ilike', '%x%')]],
    ['slug=isdistinct.x', [is('slug', 'isdistinct', 'x')]],
  ])('the filter %j is parsed', (text, conditions) => {
    expect(parseFilter(text)).toEqual(conditions)
  })
})

describe('invalid filters', () => {
  test.each([
    'undefined',
    'status',
    'status=active',
    'status=foo.active',
    '=eq.active',
    'id=eq.1,',
    ',id=eq.1',
    'id=in.1,2',
    'id=is.anything',
    'id=is.null or true',
    'title=match.(a+)+$',
    'title=imatch.a',
    `id=in.(${Array.from({ length: 101 }, (_, number) => number).join(',')})`,
    Array.from({ length: 21 }, () => 'id=eq.1').join(','),
  ])('the filter %j is rejected', (text) => {
    expect(() => parseFilter(text)).toThrow(FilterError)
  })
})
