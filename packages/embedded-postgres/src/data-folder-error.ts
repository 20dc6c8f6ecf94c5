/** Something about the data folder that its owner can mend; the message says what. */
export class DataFolderError extends Error {
  override name = 'DataFolderError'
}
