/** A problem with the data folder that its owner can solve; the message describes it. */
export class DataFolderError extends Error {
  override name = 'DataFolderError'
}
