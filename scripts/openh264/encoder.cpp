/* The encoder of OpenH264 as functions for WebAssembly. One instance of the module encodes one clip. */
#include <stdlib.h>
#include <string.h>
#include "codec_api.h"

#define EXPORT(name) extern "C" __attribute__((export_name(name)))

static ISVCEncoder* encoder;
static SFrameBSInfo info;
static SSourcePicture picture;
static float framesPerSecond;
static long long frames;
static unsigned char* packet;
static int packetSize;
static int packetRoom;

/* Fills in the layer that has the pictures. */
static void describeLayer(SSpatialLayerConfig& layer, const SEncParamExt& parameters, int quantizer) {
  layer.iVideoWidth = parameters.iPicWidth;
  layer.iVideoHeight = parameters.iPicHeight;
  layer.fFrameRate = parameters.fMaxFrameRate;
  layer.iSpatialBitrate = parameters.iTargetBitrate;
  layer.iMaxSpatialBitrate = UNSPECIFIED_BIT_RATE;
  layer.uiProfileIdc = PRO_HIGH;
  layer.iDLayerQp = quantizer;
  layer.sSliceArgument.uiSliceMode = SM_SINGLE_SLICE;
  layer.bVideoSignalTypePresent = true;
  layer.uiVideoFormat = VF_UNDEF;
  layer.bFullRange = false;
  layer.bColorDescriptionPresent = true;
  layer.uiColorPrimaries = CP_BT709;
  layer.uiTransferCharacteristics = TRC_BT709;
  layer.uiColorMatrix = CM_BT709;
}

EXPORT("allocate") void* allocate(size_t size) { return malloc(size); }

/* Returns 0 if the encoder is ready. `frame` has room for planes Y, U, V at 4:2:0. A key frame comes every second. */
EXPORT("open") int openEncoder(int width, int height, float rate, int quantizer, unsigned char* frame) {
  if (WelsCreateSVCEncoder(&encoder) != 0) return -1;
  int level = WELS_LOG_QUIET;
  encoder->SetOption(ENCODER_OPTION_TRACE_LEVEL, &level);
  SEncParamExt parameters;
  encoder->GetDefaultParams(&parameters);
  parameters.iUsageType = CAMERA_VIDEO_REAL_TIME;
  parameters.iPicWidth = width;
  parameters.iPicHeight = height;
  parameters.fMaxFrameRate = framesPerSecond = rate;
  parameters.iRCMode = RC_OFF_MODE;
  parameters.iTargetBitrate = 5000000;
  parameters.iMaxBitrate = UNSPECIFIED_BIT_RATE;
  parameters.iTemporalLayerNum = 1;
  parameters.iSpatialLayerNum = 1;
  parameters.iComplexityMode = LOW_COMPLEXITY;
  parameters.uiIntraPeriod = rate < 1.5f ? 1 : (unsigned)(rate + 0.5f);
  parameters.iNumRefFrame = 1;
  parameters.eSpsPpsIdStrategy = CONSTANT_ID;
  parameters.iEntropyCodingModeFlag = 1;
  parameters.iMultipleThreadIdc = 1;
  parameters.bPrefixNalAddingCtrl = parameters.bEnableFrameSkip = parameters.bEnableDenoise = false;
  parameters.bEnableBackgroundDetection = parameters.bEnableAdaptiveQuant = false;
  parameters.bEnableSceneChangeDetect = parameters.bEnableLongTermReference = false;
  describeLayer(parameters.sSpatialLayers[0], parameters, quantizer);
  int failure = encoder->InitializeExt(&parameters);
  if (failure != 0) return failure;
  picture.iColorFormat = videoFormatI420;
  picture.iPicWidth = width;
  picture.iPicHeight = height;
  picture.iStride[0] = width;
  picture.iStride[1] = picture.iStride[2] = width / 2;
  picture.pData[0] = frame;
  picture.pData[1] = frame + width * height;
  picture.pData[2] = frame + width * height * 5 / 4;
  return 0;
}

/* Encodes the frame. Returns 0 if there is a packet then: an access unit in Annex B format. */
EXPORT("encode") int encode() {
  memset(&info, 0, sizeof info);
  picture.uiTimeStamp = (long long)(frames++ * 1000 / framesPerSecond);
  packetSize = 0;
  int failure = encoder->EncodeFrame(&picture, &info);
  if (failure != 0) return failure;
  if (info.eFrameType == videoFrameTypeSkip || info.eFrameType == videoFrameTypeInvalid) return -2;
  if (info.iFrameSizeInBytes > packetRoom) {
    free(packet);
    packetRoom = info.iFrameSizeInBytes * 2;
    packet = (unsigned char*)malloc(packetRoom);
    if (!packet) return -3;
  }
  for (int layer = 0; layer < info.iLayerNum; layer++) {
    const SLayerBSInfo& part = info.sLayerInfo[layer];
    int size = 0;
    for (int unit = 0; unit < part.iNalCount; unit++) size += part.pNalLengthInByte[unit];
    memcpy(packet + packetSize, part.pBsBuf, size);
    packetSize += size;
  }
  return 0;
}

EXPORT("packet") unsigned char* packetAddress() { return packet; }
EXPORT("packetSize") int sizeOfPacket() { return packetSize; }
EXPORT("isKeyFrame") int isKeyFrame() { return info.eFrameType == videoFrameTypeIDR; }
