#pragma once

namespace mha {

/// A function that is called while the call it was given to lasts, and so is not copied, as std::function
/// would.
template <class Signature>
class FunctionRef;

template <class Result, class... Args>
class FunctionRef<Result(Args...)> {
 public:
  template <class F>
  FunctionRef(const F& f)
      : function_(&f), call_([](const void* function, Args... args) {
          return (*static_cast<const F*>(function))(args...);
        }) {}
  Result operator()(Args... args) const { return call_(function_, args...); }

 private:
  const void* function_;
  Result (*call_)(const void* function, Args... args);
};

}  // namespace mha
