/**
 * Huffman tables made for each picture would save half a percent of its bytes, and take half as long again.
 */
export const jpegOptions = { chromaSubsampling: '4:4:4', optimiseCoding: false } as const;
