/** Everything that this package throws by itself. */
export class SketchError extends Error {
  override readonly name = 'SketchError';
  /**
   * `job_incomplete`: the job lacks what its kind needs, such as a picture. `picture_unreadable`: an input is no picture. `data_broken`:
   * the subject pack or a table of this package lacks something that another one names.
   */
  readonly code: 'job_incomplete' | 'picture_unreadable' | 'data_broken';

  constructor(code: SketchError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
