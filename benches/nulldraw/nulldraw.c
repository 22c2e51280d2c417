// A Vulkan layer that drops every draw and dispatch, and passes on all other calls: uploads, barriers, clears,
// submissions and presents. With it, the time of a frame on lavapipe is mostly the engine's own CPU work. It supports
// one instance and one device at a time. benches/README.md describes how to build and use it.
#include <string.h>
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

#define EXPORT __attribute__((visibility("default")))
static PFN_vkGetInstanceProcAddr next_gipa;
static PFN_vkGetDeviceProcAddr next_gdpa;

static void VKAPI_CALL draw(VkCommandBuffer c, uint32_t a, uint32_t b, uint32_t d, uint32_t e) {}
static void VKAPI_CALL draw_indexed(VkCommandBuffer c, uint32_t a, uint32_t b, uint32_t d, int32_t e, uint32_t f) {}
static void VKAPI_CALL draw_indirect(VkCommandBuffer c, VkBuffer b, VkDeviceSize o, uint32_t n, uint32_t s) {}
static void VKAPI_CALL draw_indirect_count(VkCommandBuffer c, VkBuffer b, VkDeviceSize o, VkBuffer b2, VkDeviceSize o2, uint32_t n, uint32_t s) {}
static void VKAPI_CALL dispatch(VkCommandBuffer c, uint32_t x, uint32_t y, uint32_t z) {}
static void VKAPI_CALL dispatch_indirect(VkCommandBuffer c, VkBuffer b, VkDeviceSize o) {}

static PFN_vkVoidFunction stub(const char *n) {
  if (!strcmp(n, "vkCmdDraw")) return (PFN_vkVoidFunction)draw;
  if (!strcmp(n, "vkCmdDrawIndexed")) return (PFN_vkVoidFunction)draw_indexed;
  if (!strcmp(n, "vkCmdDrawIndirect") || !strcmp(n, "vkCmdDrawIndexedIndirect")) return (PFN_vkVoidFunction)draw_indirect;
  if (!strncmp(n, "vkCmdDraw", 9) && strstr(n, "IndirectCount")) return (PFN_vkVoidFunction)draw_indirect_count;
  if (!strcmp(n, "vkCmdDispatch")) return (PFN_vkVoidFunction)dispatch;
  if (!strcmp(n, "vkCmdDispatchIndirect")) return (PFN_vkVoidFunction)dispatch_indirect;
  return NULL;
}

static PFN_vkVoidFunction VKAPI_CALL gdpa(VkDevice d, const char *n) {
  PFN_vkVoidFunction f = stub(n);
  if (f) return f;
  if (!strcmp(n, "vkGetDeviceProcAddr")) return (PFN_vkVoidFunction)gdpa;
  return next_gdpa ? next_gdpa(d, n) : NULL;
}

static VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo *ci, const VkAllocationCallbacks *al, VkInstance *out) {
  VkLayerInstanceCreateInfo *l = (VkLayerInstanceCreateInfo *)ci->pNext;
  while (l && !(l->sType == VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO && l->function == VK_LAYER_LINK_INFO))
    l = (VkLayerInstanceCreateInfo *)l->pNext;
  if (!l) return VK_ERROR_INITIALIZATION_FAILED;
  next_gipa = l->u.pLayerInfo->pfnNextGetInstanceProcAddr;
  l->u.pLayerInfo = l->u.pLayerInfo->pNext;
  PFN_vkCreateInstance f = (PFN_vkCreateInstance)next_gipa(NULL, "vkCreateInstance");
  return f ? f(ci, al, out) : VK_ERROR_INITIALIZATION_FAILED;
}

static VkInstance dev_instance;
static VkResult VKAPI_CALL create_device(VkPhysicalDevice p, const VkDeviceCreateInfo *ci, const VkAllocationCallbacks *al, VkDevice *out) {
  VkLayerDeviceCreateInfo *l = (VkLayerDeviceCreateInfo *)ci->pNext;
  while (l && !(l->sType == VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO && l->function == VK_LAYER_LINK_INFO))
    l = (VkLayerDeviceCreateInfo *)l->pNext;
  if (!l) return VK_ERROR_INITIALIZATION_FAILED;
  PFN_vkGetInstanceProcAddr g = l->u.pLayerInfo->pfnNextGetInstanceProcAddr;
  next_gdpa = l->u.pLayerInfo->pfnNextGetDeviceProcAddr;
  l->u.pLayerInfo = l->u.pLayerInfo->pNext;
  PFN_vkCreateDevice f = (PFN_vkCreateDevice)g(dev_instance, "vkCreateDevice");
  return f ? f(p, ci, al, out) : VK_ERROR_INITIALIZATION_FAILED;
}

static PFN_vkVoidFunction VKAPI_CALL gipa(VkInstance i, const char *n) {
  if (i) dev_instance = i;
  if (!strcmp(n, "vkCreateInstance")) return (PFN_vkVoidFunction)create_instance;
  if (!strcmp(n, "vkCreateDevice")) return (PFN_vkVoidFunction)create_device;
  if (!strcmp(n, "vkGetInstanceProcAddr")) return (PFN_vkVoidFunction)gipa;
  if (!strcmp(n, "vkGetDeviceProcAddr")) return (PFN_vkVoidFunction)gdpa;
  PFN_vkVoidFunction f = stub(n);
  if (f) return f;
  return next_gipa ? next_gipa(i, n) : NULL;
}

EXPORT VkResult VKAPI_CALL vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *v) {
  if (v->loaderLayerInterfaceVersion > 2) v->loaderLayerInterfaceVersion = 2;
  v->pfnGetInstanceProcAddr = gipa;
  v->pfnGetDeviceProcAddr = gdpa;
  v->pfnGetPhysicalDeviceProcAddr = NULL;
  return VK_SUCCESS;
}
