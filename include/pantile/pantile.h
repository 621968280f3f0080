// All of Pantile's C++ interface.
#pragma once

#include "pantile/boundary_conditions.h"
#include "pantile/buffer.h"
#include "pantile/compile.h"
#include "pantile/diagnostic.h"
#include "pantile/explain.h"
#include "pantile/expr.h"
#include "pantile/func.h"
#include "pantile/image_param.h"
#include "pantile/math.h"
#include "pantile/param.h"
#include "pantile/pipeline.h"
#include "pantile/rdom.h"
#include "pantile/result.h"
#include "pantile/scalar_value.h"
#include "pantile/type.h"
#include "pantile/var.h"
