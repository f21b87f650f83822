/**
 * Numbers of the advisory locks with which servers of one database exclude each other. They never change, because
 * servers of two versions run during an upgrade. Functions of the database have further ones, in supabase/migrations/.
 */
export const advisoryLocks = {
  migration: 7_824_264_001,
  preparation: 7_824_264_002,
  unusedFiles: 7_824_264_003,
  storeIdentity: 7_824_264_004,
  oldRows: 7_824_264_007,
}
