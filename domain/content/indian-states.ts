import type { Choice } from './choice.ts'

/** States and union territories of India, as ISO 3166-2:IN names them, and the whole of it. */
export const PLACES = [
  'All India',
  'Andaman and Nicobar Islands',
  'Andhra Pradesh',
  'Arunachal Pradesh',
  'Assam',
  'Bihar',
  'Chandigarh',
  'Chhattisgarh',
  'Dadra and Nagar Haveli and Daman and Diu',
  'Delhi',
  'Goa',
  'Gujarat',
  'Haryana',
  'Himachal Pradesh',
  'Jammu and Kashmir',
  'Jharkhand',
  'Karnataka',
  'Kerala',
  'Ladakh',
  'Lakshadweep',
  'Madhya Pradesh',
  'Maharashtra',
  'Manipur',
  'Meghalaya',
  'Mizoram',
  'Nagaland',
  'Odisha',
  'Puducherry',
  'Punjab',
  'Rajasthan',
  'Sikkim',
  'Tamil Nadu',
  'Telangana',
  'Tripura',
  'Uttar Pradesh',
  'Uttarakhand',
  'West Bengal',
]

/** The whole country, which is never stated beside single states. */
export const ALL_INDIA = 'all-india'

/** States and union territories, and the whole country first. The database has the same in rules.states(). */
export const STATES: readonly Choice[] = PLACES.map((name) => ({ value: slugOfState(name), label: name }))

/** @returns the last part of an address: 'jammu-and-kashmir' for 'Jammu and Kashmir' */
function slugOfState(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}
