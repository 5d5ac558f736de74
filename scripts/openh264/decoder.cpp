/* The decoder of OpenH264 as functions for WebAssembly. One instance of the module decodes one clip. */
#include <stdlib.h>
#include <string.h>
#include "codec_api.h"

#define EXPORT(name) extern "C" __attribute__((export_name(name)))

static ISVCDecoder* decoder;
static unsigned char* planes[3];
static SBufferInfo info;

static void forget() {
  memset(&info, 0, sizeof info);
  memset(planes, 0, sizeof planes);
}

EXPORT("allocate") void* allocate(size_t size) { return malloc(size); }
EXPORT("release") void release(void* memory) { free(memory); }

/* Returns 0 if the decoder is ready. */
EXPORT("open") int openDecoder() {
  if (WelsCreateDecoder(&decoder) != 0) return -1;
  int level = WELS_LOG_QUIET;
  decoder->SetOption(DECODER_OPTION_TRACE_LEVEL, &level);
  SDecodingParam parameters;
  memset(&parameters, 0, sizeof parameters);
  parameters.sVideoProperty.eVideoBsType = VIDEO_BITSTREAM_AVC;
  parameters.eEcActiveIdc = ERROR_CON_DISABLE;
  return (int)decoder->Initialize(&parameters);
}

/* Takes one access unit in Annex B format. Returns a DECODING_STATE, 0 if it is intact. A frame may be ready then, in display order. */
EXPORT("decode") int decode(const unsigned char* data, int size) {
  forget();
  return (int)decoder->DecodeFrameNoDelay(data, size, planes, &info);
}

/* After the last access unit: makes the next of the remaining frames ready. */
EXPORT("flush") int flush() {
  forget();
  return (int)decoder->FlushFrame(planes, &info);
}

EXPORT("isReady") int isReady() { return info.iBufferStatus; }
EXPORT("plane") unsigned char* plane(int index) { return planes[index]; }
EXPORT("width") int width() { return info.UsrData.sSystemBuffer.iWidth; }
EXPORT("height") int height() { return info.UsrData.sSystemBuffer.iHeight; }
EXPORT("stride") int stride(int index) { return info.UsrData.sSystemBuffer.iStride[index == 0 ? 0 : 1]; }
